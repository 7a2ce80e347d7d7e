import type { ReactNode } from 'react'

/** Something that opens the album when tapped; JPG, JPEG 2000 and PNG only, one at a time. */
export function ImageInput({
  label,
  onChoose,
  children,
  className,
}: {
  label: string
  onChoose(file: File): void
  children: ReactNode
  className?: string
}) {
  return (
    <label className={className}>
      <input
        type="file"
        accept="image/jpeg,image/jp2,.jp2,.j2k,image/png"
        aria-label={label}
        className="peer sr-only"
        onChange={(event) => {
          const file = event.target.files?.[0]
          if (file) onChoose(file)
          // The same file chosen again is a choice too.
          event.target.value = ''
        }}
      />
      {children}
    </label>
  )
}
