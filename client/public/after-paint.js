// What a rendered page shows needs no script: its scripts are asked for once it has been painted, so that on a slow line
// the words, their styles and their letters come first.
(() => {
  var { entry, chunks } = document.currentScript.dataset;
  var hasBegun = false;
  function add(tag, properties) {
    document.head.append(Object.assign(document.createElement(tag), { crossOrigin: '', ...properties }));
  }
  function begin() {
    if (hasBegun) return;
    hasBegun = true;
    for (var href of chunks.split(' ')) add('link', { rel: 'modulepreload', href });
    // A script that is added runs as soon as it is there, and this one takes over the whole page.
    if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', run);
    else run();
  }
  // The first paint of all may be the background alone.
  function seen(paints) {
    if (paints.getEntriesByName('first-contentful-paint').length > 0) begin();
  }
  function run() {
    add('script', { type: 'module', src: entry });
  }
  // A hidden tab paints nothing, and not every browser says when it has painted.
  if (document.hidden) begin();
  else new PerformanceObserver(seen).observe({ type: 'paint', buffered: true });
  setTimeout(begin, 1000);
})();
