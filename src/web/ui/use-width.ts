import { useEffect, useRef, useState } from 'react';

/** Width of an element in pixels, kept fresh; for drawings whose text must not be stretched. */
export function useWidth<E extends Element>(first: number): [React.RefObject<E | null>, number] {
  const box = useRef<E>(null);
  const [width, setWidth] = useState(first);
  useEffect(() => {
    if (box.current === null) return undefined;
    const watch = new ResizeObserver(([entry]) => {
      if (entry !== undefined) setWidth(Math.max(120, Math.round(entry.contentRect.width)));
    });
    watch.observe(box.current);
    return () => watch.disconnect();
  }, []);
  return [box, width];
}
