// Classic and blocking, because it must be there before the first paint.
(() => {
  var { entry, chunks, next } = document.currentScript.dataset;
  var chosen = 'auto';
  // A code in the address opens its order right away: the server is asked while the scripts are on their way.
  function ask(code) {
    var headers = { accept: 'application/json', 'content-type': 'application/json' };
    headers['accept-language'] = document.documentElement.lang;
    var body = JSON.stringify({ accessCode: code });
    var answer = fetch('/api/driver/access', { method: 'POST', headers, body }).then(async (response) => ({
      status: response.status,
      text: await response.text(),
    }));
    // Whoever takes it hears that it failed, and asks again.
    answer.catch(() => undefined);
    window.askedEarly = { code, answer };
  }
  var code = location.pathname === '/driver' && new URLSearchParams(location.hash.slice(1)).get('code');
  var returning = Boolean(code);
  if (code) ask(code);
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

  // What a rendered page shows needs no script: its scripts are asked for once it has been painted, so that on a slow
  // line the words, their styles and their letters come first. Other pages name their scripts themselves.
  var hasBegun = !entry;
  function add(tag, properties) {
    document.head.append(Object.assign(document.createElement(tag), { crossOrigin: '', ...properties }));
  }
  // What the page shows next comes along. A file that does not arrive leaves no trace, so that it is asked for again.
  function ahead() {
    if (!next) return;
    var failed = (event) => event.target.remove();
    for (var href of next.split(' ')) add('link', { rel: 'preload', as: 'script', href, onerror: failed });
    next = '';
  }
  function begin() {
    if (hasBegun) return;
    hasBegun = true;
    for (var href of [entry, ...chunks.split(' ')]) add('link', { rel: 'modulepreload', href });
    if (returning) ahead();
    // A script that is added runs as soon as it is there, and this one takes over the whole page.
    if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', run);
    else run();
  }
  function run() {
    add('script', { type: 'module', src: entry, onerror: goWithout });
  }
  // The first paint of all may be the background alone.
  function seen(paints) {
    if (paints.getEntriesByName('first-contentful-paint').length > 0) begin();
  }
  // What was rendered is not shown to who returns. A hidden tab paints nothing, and not every browser says when it has
  // painted.
  if (returning || document.hidden) begin();
  else new PerformanceObserver(seen).observe({ type: 'paint', buffered: true });
  setTimeout(begin, 1000);

  // Most controls of a rendered page are links and plain forms. What only a script answers keeps a tap until the page's
  // scripts are there: they send `shown` (client/src/layouts/screens.tsx).
  var kept = [];
  // A menu that the browser opens, and a form that it sends. Where the answer needs the scripts of this very page, a
  // form waits for them: sent, it would load the page once more.
  var waits = '[data-waits]';
  var answersItself = (control) =>
    control.hasAttribute('popovertarget') ||
    (control.type === 'submit' && control.form?.matches(`[action]:not(${waits}), [method]:not(${waits})`));
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
    var typed = control.form?.matches(waits) && control.form.elements.accessCode?.value;
    if (typed) {
      ask(typed);
      ahead();
    }
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
  // The scripts do not come: nothing is said to be kept any more.
  function goWithout() {
    removeEventListener('click', keep, true);
    say('');
    for (var control of kept) {
      mark(control, false);
      if (control.form?.matches(waits)) control.form.submit();
    }
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
