import type { ReactNode } from 'react'
import { WindowVirtualizer } from 'virtua'

/** Mounts only the rows near the screen, so that only they follow prices. */
export default function VirtualRows({ children, height }: { children: ReactNode; height: number }) {
  return <WindowVirtualizer itemSize={height}>{children}</WindowVirtualizer>
}
