// The reference is whole without this: it adds a search over the calls, copy buttons, and opens what an address points
// to.

const calls = [...document.querySelectorAll('.call')];
const input = document.querySelector('#search');
const found = document.querySelector('#found');

function showOnly(text) {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  let count = 0;
  for (const call of calls) {
    const isHit = words.every((word) => call.dataset.words.includes(word));
    call.hidden = !isHit;
    if (isHit) count++;
  }
  for (const section of document.querySelectorAll('section.tag'))
    section.hidden = !section.querySelector('.call:not([hidden])');
  found.textContent = words.length === 0 ? '' : count === 1 ? '1 call' : `${count} calls`;
}

function openTarget() {
  const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (!(target instanceof HTMLDetailsElement)) return;
  if (target.hidden) {
    input.value = '';
    showOnly('');
  }
  target.open = true;
  target.scrollIntoView();
}

document.querySelector('.search').hidden = false;
input.addEventListener('input', () => showOnly(input.value));
document.addEventListener('keydown', (event) => {
  if (event.key !== '/' || event.target === input || event.ctrlKey || event.metaKey || event.altKey) return;
  event.preventDefault();
  input.focus();
});
for (const call of calls)
  call.addEventListener('toggle', () => call.open && history.replaceState(null, '', `#${call.id}`));
addEventListener('hashchange', openTarget);
openTarget();

if (navigator.clipboard) {
  for (const button of document.querySelectorAll('.copy')) {
    button.hidden = false;
    button.addEventListener('click', async () => {
      await navigator.clipboard.writeText(button.closest('figure').querySelector('pre').textContent);
      button.textContent = 'Copied';
      setTimeout(() => {
        button.textContent = 'Copy';
      }, 2000);
    });
  }
}
