// Buttons that are pressed before the page is alive are marked; whoever comes alive presses them again.
document.addEventListener(
  'click',
  (event) => {
    const button = event.target instanceof Element && event.target.closest('[data-waking] button');
    if (button) button.setAttribute('data-pressed-early', '');
  },
  true,
);
