// Puts the tracking field or the quote form into a page of another site:
//   <div data-quickfleet="tracking"></div>
//   <script src="https://…/embed.js" async></script>
(() => {
  var own = new URL(document.currentScript.src).origin;
  var titles = { tracking: 'Track your order', quote: 'Get a quote' };
  var frames = [];

  function put(place) {
    var what = place.getAttribute('data-quickfleet');
    if (!Object.hasOwn(titles, what) || place.querySelector('iframe')) return;
    var frame = document.createElement('iframe');
    frame.src = `${own}/embed/${what}?from=${encodeURIComponent(location.origin)}`;
    frame.title = titles[what];
    frame.style.cssText = 'display: block; width: 100%; height: 120px; border: 0';
    frames.push(frame);
    place.append(frame);
  }
  function start() {
    document.querySelectorAll('[data-quickfleet]').forEach(put);
  }

  // Only our own frame of our own origin says how high it is.
  addEventListener('message', ({ origin, source, data }) => {
    var frame = frames.find(({ contentWindow }) => contentWindow === source);
    if (origin !== own || !frame || !data || data.quickfleet !== 'size') return;
    if (data.height > 0 && data.height < 20000) frame.style.height = `${Math.ceil(data.height)}px`;
  });
  if (document.readyState === 'loading') addEventListener('DOMContentLoaded', start);
  else start();
})();
