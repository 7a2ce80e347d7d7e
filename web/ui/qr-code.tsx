import { useMemo } from 'react'
import { encode } from 'uqr'

/** A text as a QR code: dark on light in both themes of the world's scanners, with the quiet zone they need. */
export function QrCode({ text, label, size = 208 }: { text: string; label: string; size?: number }) {
  const { path, side } = useMemo(() => {
    const { data, size: side } = encode(text, { ecc: 'M', border: 2 })
    const path = data
      .flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')))
      .join('')
    return { path, side }
  }, [text])
  return (
    <svg
      role="img"
      aria-label={label}
      width={size}
      height={size}
      viewBox={`0 0 ${side} ${side}`}
      shapeRendering="crispEdges"
      className="rounded-12"
    >
      <path d={`M0 0h${side}v${side}H0z`} fill="#f2f3f5" />
      <path d={path} className="fill-ink" />
    </svg>
  )
}
