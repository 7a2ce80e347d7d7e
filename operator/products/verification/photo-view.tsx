import { Contrast, type LucideIcon, RotateCw, ZoomIn, ZoomOut } from 'lucide-react'
import { useEffect, useState } from 'react'
import { IconButton } from '#web/ui/icon-button.tsx'
import { t } from '../../texts.ts'

const ZOOMS = [100, 150, 200, 300, 400] as const
const QUARTER = 90

/** One photo that was fetched: it is made larger, turned and sharpened in the browser, which is no further look. */
export function PhotoView({ name, alt, file }: { name: string; alt: string; file: Blob }) {
  const [zoom, setZoom] = useState(0)
  const [quarters, setQuarters] = useState(0)
  const [isContrasted, setContrasted] = useState(false)
  const address = useAddressOf(file)
  const percent = ZOOMS[zoom] ?? ZOOMS[0]
  const degrees = (quarters * QUARTER) % 360
  const isOnSide = quarters % 2 === 1
  const tool = (
    icon: LucideIcon,
    label: 'zoom_in' | 'zoom_out' | 'rotate' | 'contrast',
    onClick: () => void,
    more: { disabled?: boolean; 'aria-pressed'?: boolean } = {},
  ) => (
    <IconButton
      icon={icon}
      label={t(`verification.photo_${label}`, { item: name })}
      onClick={onClick}
      className="-outline-offset-2 disabled:text-t3 aria-pressed:bg-s3"
      {...more}
    />
  )
  return (
    <figure className="flex min-w-0 flex-col overflow-hidden rounded-8 border border-line2 bg-s1">
      <div
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is scrolled by keys too
        tabIndex={0}
        className="h-80 overflow-auto -outline-offset-2 md:h-auto md:min-h-0 md:flex-1"
      >
        <div
          className="flex items-center justify-center [container-type:size]"
          style={{ width: `${percent}%`, height: `${percent}%` }}
        >
          {address && (
            <img
              src={address}
              alt={alt}
              className="max-w-none shrink-0 object-contain"
              style={{
                // On its side its width is along the height of the frame.
                width: isOnSide ? '100cqh' : '100cqw',
                height: isOnSide ? '100cqw' : '100cqh',
                rotate: `${degrees}deg`,
                filter: isContrasted ? 'contrast(1.8)' : 'none',
              }}
            />
          )}
        </div>
      </div>
      <figcaption className="flex flex-wrap items-center justify-between gap-x-2 pl-3">
        <span className="text-13">
          <span className="font-semibold">{name}</span>{' '}
          <span className="figures text-t2">
            {[percent > 100 && `${percent}%`, degrees > 0 && `${degrees}°`].filter(Boolean).join(' · ')}
          </span>
        </span>
        <span className="ml-auto flex">
          {tool(ZoomOut, 'zoom_out', () => setZoom(zoom - 1), { disabled: zoom === 0 })}
          {tool(ZoomIn, 'zoom_in', () => setZoom(zoom + 1), { disabled: zoom === ZOOMS.length - 1 })}
          {tool(RotateCw, 'rotate', () => setQuarters(quarters + 1))}
          {tool(Contrast, 'contrast', () => setContrasted(!isContrasted), { 'aria-pressed': isContrasted })}
        </span>
      </figcaption>
    </figure>
  )
}

/** An address that the file has while it is shown, and no longer. */
function useAddressOf(file: Blob): string | undefined {
  const [address, setAddress] = useState<string>()
  useEffect(() => {
    const made = URL.createObjectURL(file)
    setAddress(made)
    return () => URL.revokeObjectURL(made)
  }, [file])
  return address
}
