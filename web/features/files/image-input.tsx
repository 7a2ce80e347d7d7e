import type { ReactNode } from 'react'

/**
 * Something that opens the album when tapped, or with `capture` the camera; one picture at a time, and where nothing else is said
 * JPG, JPEG 2000 and PNG only.
 */
export function ImageInput({
  label,
  onChoose,
  accept = 'image/jpeg,image/jp2,.jp2,.j2k,image/png',
  capture,
  children,
  className,
}: {
  label: string
  onChoose(file: File): void
  accept?: string
  /** Of a camera, the one that looks away from who holds it. */
  capture?: 'environment'
  children: ReactNode
  className?: string
}) {
  return (
    <label className={className}>
      <input
        type="file"
        accept={accept}
        capture={capture}
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
