/// The parts of a page that are the same on each.
enum PageText {}

extension PageText {
  /// How the page looks.
  ///
  /// Boxes have a fixed height, so that a browser knows the length of the page without looking at
  /// files that are off the screen.
  static let style = """
    :root { color-scheme: light dark; --paper: #f4f4f2; --card: #fff; --ink: #1c1c1a;
      --soft: #66655f; --line: #dcdbd6; --bad: #b3261e; --badly: #fbeceb; --odd: #8a5a00;
      --focus: #1a66d6; --check: #e4e4e1 }
    @media (prefers-color-scheme: dark) { :root { --paper: #161615; --card: #212120; --ink: #ecebe6;
      --soft: #a09f98; --line: #363633; --bad: #ff8f85; --badly: #3a2321; --odd: #e8b04a;
      --focus: #7fb2ff; --check: #2d2d2b } }
    * { box-sizing: border-box; margin: 0; padding: 0 }
    body { background: var(--paper); color: var(--ink); font: 14px/1.4 system-ui, sans-serif }
    header { padding: 28px 24px 12px }
    h1 { font-size: 24px; font-weight: 650; overflow-wrap: anywhere }
    ul { list-style: none }
    .counts { display: flex; flex-wrap: wrap; gap: 4px 20px; margin-top: 8px; font-size: 16px }
    .counts .bad { color: var(--bad) }
    .notes { margin-top: 4px; color: var(--soft) }
    .bar { position: sticky; top: 0; z-index: 1; display: flex; flex-wrap: wrap; gap: 8px 16px;
      align-items: center; padding: 10px 24px; background: var(--paper);
      border-bottom: 1px solid var(--line) }
    .bar[hidden], [hidden] { display: none }
    .bar label { color: var(--soft) }
    .bar input, .bar select { font: inherit; color: var(--ink); background: var(--card);
      border: 1px solid var(--line); border-radius: 6px; padding: 5px 8px; margin-left: 4px }
    .bar input { width: 220px }
    .bar output { margin-left: auto; color: var(--soft) }
    :focus-visible { outline: 2px solid var(--focus); outline-offset: 2px }
    .files { display: grid; grid-template-columns: repeat(auto-fill, minmax(200px, 1fr)); gap: 16px;
      padding: 20px 24px 48px }
    .files li { height: 324px; overflow: hidden; content-visibility: auto;
      contain-intrinsic-size: auto 200px auto 324px; background: var(--card);
      border: 1px solid var(--line); border-radius: 8px }
    .box { position: relative; display: flex; height: 208px; align-items: center;
      justify-content: center; padding: 8px; color: inherit; text-decoration: none;
      border-bottom: 1px solid var(--line) }
    .box:focus-visible { outline-offset: -3px }
    .box img { max-width: 100%; max-height: 100%; width: auto; height: auto; object-fit: contain;
      background: repeating-conic-gradient(var(--check) 0 25%, transparent 0 50%) 0 0 / 16px 16px }
    .box i { position: absolute; right: 8px; bottom: 8px; padding: 1px 7px; border-radius: 9px;
      background: rgb(0 0 0 / .65); color: #fff; font-style: normal; font-size: 12px }
    .why { flex-direction: column; gap: 6px; align-items: flex-start; justify-content: flex-start;
      padding: 14px; overflow: auto; background: var(--badly); overflow-wrap: anywhere }
    .why b { color: var(--bad) }
    .files h2 { font-size: 14px; font-weight: 600; padding: 9px 12px 0; white-space: nowrap;
      overflow: hidden; text-overflow: ellipsis }
    .files p { padding: 1px 12px; font-size: 12px; color: var(--soft); overflow: hidden;
      display: -webkit-box; -webkit-box-orient: vertical; -webkit-line-clamp: 1;
      overflow-wrap: anywhere }
    .files .odd { color: var(--odd) }
    .none { padding: 0 24px 48px; color: var(--soft) }
    @media (max-width: 700px) { .bar { position: static } .bar label { flex: 1 1 100% } }
    @media print { .bar { display: none } .files li { content-visibility: visible;
      break-inside: avoid } }
    """
}
