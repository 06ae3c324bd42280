extension PageText {
  /// How the page is searched and filtered; without it all files are shown.
  static let script = """
    (() => {
      const get = id => document.getElementById(id);
      const [bar, text, kind, outcome, order, shown, list, none] =
        ['bar', 'text', 'kind', 'outcome', 'order', 'shown', 'files', 'none'].map(get);
      const files = Array.from(list.children, (item, place) => ({
        item, place, name: item.querySelector('h2').title,
        words: item.textContent.toLowerCase(), kind: item.dataset.kind,
        code: item.dataset.code || '', bytes: Number(item.dataset.bytes || 0) }));
      const orders = { place: (a, b) => a.place - b.place, bytes: (a, b) => b.bytes - a.bytes,
        name: (() => {
          const compare = new Intl.Collator(undefined, { numeric: true }).compare;
          return (a, b) => compare(a.name, b.name);
        })() };
      const number = n => n.toLocaleString('en');
      const choose = () => {
        const words = text.value.toLowerCase().split(/\\s+/).filter(Boolean);
        const wanted = outcome.value;
        let count = 0;
        for (const file of files) {
          const fits = (!kind.value || file.kind === kind.value)
            && (!wanted || (wanted === 'shown' ? !file.code
              : wanted === 'failed' ? file.code : file.code === wanted))
            && words.every(word => file.words.includes(word));
          file.item.hidden = !fits;
          if (fits) count++;
        }
        shown.textContent = count === files.length
          ? number(count) + ' shown' : number(count) + ' of ' + number(files.length) + ' shown';
        none.hidden = count > 0;
      };
      const sort = () => list.append(...files.sort(orders[order.value]).map(file => file.item));
      let waiting;
      text.addEventListener('input', () => {
        clearTimeout(waiting);
        waiting = setTimeout(choose, 120);
      });
      kind.addEventListener('change', choose);
      outcome.addEventListener('change', choose);
      order.addEventListener('change', sort);
      bar.addEventListener('submit', event => event.preventDefault());
      bar.reset();
      bar.hidden = false;
      choose();
    })();
    """
}
