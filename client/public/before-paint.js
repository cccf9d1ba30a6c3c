// Classic and blocking, because it must be there before the first paint.
(() => {
  var chosen = 'auto';
  // A code in the address opens its order right away.
  var returning = /[#&]code=/.test(location.hash);
  try {
    // Mantine and the driver portal read the same keys.
    chosen = localStorage.getItem('mantine-color-scheme-value') || chosen;
    returning = returning || localStorage.getItem('quickfleet-driver-open') !== null;
  } catch {
    // Storage may be switched off: then the system decides on the colours.
  }
  var dark = chosen === 'dark' || (chosen !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  // The rendered portal holds the code card, which must not flash by on a phone that has an order open.
  if (returning) document.documentElement.setAttribute('data-returning', '');
  document.documentElement.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light');

  // Most controls of a rendered page are links and plain forms. What only a script answers keeps a tap until the page's
  // scripts are there: they send `shown` (client/src/layouts/screens.tsx).
  var kept = [];
  // A menu that the browser opens, and a form that it sends.
  var answersItself = (control) =>
    control.hasAttribute('popovertarget') || (control.type === 'submit' && control.form?.matches('[action], [method]'));
  var around = (control) => control.closest('section, form, [role="group"]');
  function mark(control, isKept) {
    control.toggleAttribute('data-kept', isKept);
    if (isKept) control.setAttribute('aria-busy', 'true');
    else control.removeAttribute('aria-busy');
  }
  function say(what) {
    var status = document.getElementById('kept-tap');
    if (status) status.textContent = status.dataset[what] || '';
  }
  function keep(event) {
    var control = event.target.closest('button, [role="button"]');
    if (!control || control.disabled || answersItself(control)) return;
    event.preventDefault();
    event.stopPropagation();
    // Of several choices next to each other the last one counts.
    kept = kept.filter((other) => {
      var stays = around(other) !== around(control);
      if (!stays) mark(other, false);
      return stays;
    });
    kept.push(control);
    mark(control, true);
    say('words');
  }
  var wordsOf = (control) => control.textContent + control.getAttribute('aria-label');
  // The part may have been made anew when the scripts took over.
  function press(control) {
    mark(control, false);
    var same = control.isConnected
      ? control
      : [...document.querySelectorAll('button, [role="button"]')].find((other) => wordsOf(other) === wordsOf(control));
    if (same) same.click();
  }
  addEventListener('click', keep, true);
  addEventListener(
    'shown',
    () => {
      removeEventListener('click', keep, true);
      setTimeout(() => {
        kept.forEach(press);
        say('');
      });
    },
    { once: true },
  );
})();
