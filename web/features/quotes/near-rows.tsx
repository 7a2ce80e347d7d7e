import { type ReactNode, useEffect, useRef, useState } from 'react'
import { FIRST_ROWS } from './first-rows.ts'

/** So many rows come and go together: few enough to be mounted within a frame of a slow phone. */
const ROWS_A_BLOCK = 4
/**
 * Blocks this near to the screen have their rows: more than a thumb scrolls while they are mounted, and no more than
 * that, because rows follow their prices out of sight too.
 */
const NEAR_PX = 300

/**
 * Rows of one height of which only those near the screen are mounted, so that only they follow prices. The browser
 * says which blocks are near: scrolling itself runs no script and measures nothing.
 */
export function NearRows({ height, children }: { height: number; children: readonly ReactNode[] }) {
  const count = Math.ceil(children.length / ROWS_A_BLOCK)
  return Array.from({ length: count }, (_, block) => (
    <Block
      // biome-ignore lint/suspicious/noArrayIndexKey: a block is a place in the list, whatever stands there
      key={block}
      rows={children.slice(block * ROWS_A_BLOCK, (block + 1) * ROWS_A_BLOCK)}
      height={height}
      isFirst={block * ROWS_A_BLOCK < FIRST_ROWS}
    />
  ))
}

function Block({ rows, height, isFirst }: { rows: readonly ReactNode[]; height: number; isFirst: boolean }) {
  // Rows are as high as their lines then (`big-wrap` in styles).
  const [isBig] = useState(() => matchMedia('(width < 18rem)').matches)
  const place = useRef<HTMLDivElement>(null)
  const [isNear, setNear] = useState(isFirst)
  useEffect(() => watchPlace(place.current!, setNear), [])
  return (
    <div
      ref={place}
      className={isBig ? 'contain-content' : 'contain-strict'}
      style={{ [isBig ? 'minHeight' : 'height']: rows.length * height }}
    >
      {isNear && rows}
    </div>
  )
}

const listeners = new WeakMap<Element, (isNear: boolean) => void>()
let observer: IntersectionObserver | undefined

/** Calls `listener` when a place comes near the screen or leaves it, until the returned function is called. */
function watchPlace(place: Element, listener: (isNear: boolean) => void): () => void {
  observer ??= new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) listeners.get(target)?.(isIntersecting)
    },
    { rootMargin: `${NEAR_PX}px 0px` },
  )
  listeners.set(place, listener)
  observer.observe(place)
  return () => observer?.unobserve(place)
}
