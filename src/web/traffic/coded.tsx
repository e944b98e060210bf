/** Ids and fields (`uav_01`, `constraints.deadline_sec`), and a specification in brackets. */
const CODE =
  /\((?:always|eventually|G|F|program)\b[^\n]*?\)(?=[.;,]|$| \[)|[A-Za-z][A-Za-z0-9]*(?:[_.-][A-Za-z0-9]+)+/g;

/** A sentence in which ids and formulas stand as code; everything stays text. */
export function Coded({ text }: { readonly text: string }): React.JSX.Element {
  const parts: React.ReactNode[] = [];
  let from = 0;
  for (const match of text.matchAll(CODE)) {
    parts.push(text.slice(from, match.index), <code key={match.index}>{match[0]}</code>);
    from = match.index + match[0].length;
  }
  return (
    <>
      {parts}
      {text.slice(from)}
    </>
  );
}
