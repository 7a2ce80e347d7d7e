import { ImageOff, Play } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { NftMediaView } from '#domain/nft/contract.ts'
import { useTexts } from '#web/texts/texts.ts'
import { cx } from '#web/ui/cx.ts'

/** Pictures and videos of the public store. Each has its room before its bytes come, so that nothing on a page moves. */

/** Where the bytes are. */
const mediaUrl = (id: string): string => `/api/bind_box/media?id=${id}`

/** What an artwork is shown by. */
interface Shown {
  readonly media: NftMediaView
  /** Of a video: the picture that stands for it. */
  readonly poster: NftMediaView | null
}

/** The picture of an artwork in a list, in a square. */
export function Thumb({
  of,
  alt,
  className,
  isSmall = false,
  isWide = false,
}: {
  of: Shown
  alt: string
  className?: string
  isSmall?: boolean
  /** Twice as wide as high, in place of a square. */
  isWide?: boolean
}) {
  const picture = of.media.kind === 'video' ? of.poster : of.media
  return (
    <Frame className={cx('rounded-8', isWide ? 'aspect-[2/1]' : 'aspect-square', className)}>
      <Picture media={picture} alt={alt} isCut isSmall={isSmall} />
      {of.media.kind === 'video' && (
        <span
          aria-hidden
          className={cx(
            'absolute right-0 bottom-0 flex items-center justify-center rounded-8 bg-bg text-t1',
            isSmall ? 'size-5' : 'size-8',
          )}
        >
          <Play size={isSmall ? 10 : 16} fill="currentColor" strokeWidth={0} />
        </span>
      )}
    </Frame>
  )
}

/** A portrait in a circle; the first letter of the name where there is none. */
export function Portrait({
  of,
  name,
  size,
}: {
  of: NftMediaView | null
  name: string
  size: 'row' | 'head'
}) {
  const room = { row: 'size-12', head: 'size-20' }[size]
  return (
    <Frame className={cx('shrink-0 rounded-full', room)}>
      {of ? (
        // The name stands beside it.
        <Picture media={of} alt="" isCut isSmall />
      ) : (
        <span
          aria-hidden
          className={cx(
            'flex size-full items-center justify-center font-semibold text-t2',
            size === 'head' ? 'text-28' : 'text-17',
          )}
        >
          {[...name][0]?.toUpperCase()}
        </span>
      )}
    </Frame>
  )
}

/** A cover in a wide frame. */
export const Cover = ({ of, alt }: { of: NftMediaView | null; alt: string }) => (
  <Frame className="aspect-[2/1] rounded-8">{of && <Picture media={of} alt={alt} isCut />}</Frame>
)

/** An artwork as large as its page has room for, whole: a picture, or a video that plays when it is asked to. */
export function Artwork({ of, alt }: { of: Shown; alt: string }) {
  const { media, poster } = of
  const sized = media.kind === 'video' ? poster : media
  const { width, height } = sized ?? {}
  return (
    <div
      className="relative mx-auto flex max-h-[88dvh] w-full items-center justify-center overflow-hidden bg-s1"
      style={width && height ? { aspectRatio: `${width} / ${height}` } : { aspectRatio: '1 / 1' }}
    >
      {media.kind === 'video' ? (
        <Video media={media} poster={poster} alt={alt} />
      ) : (
        <Picture media={media} alt={alt} isFirst />
      )}
    </div>
  )
}

function Video({ media, poster, alt }: { media: NftMediaView; poster: NftMediaView | null; alt: string }) {
  const [isBroken, setBroken] = useState(false)
  if (isBroken) return <Missing />
  return (
    <video
      controls
      playsInline
      preload="metadata"
      aria-label={alt}
      src={mediaUrl(media.id)}
      onError={() => setBroken(true)}
      className="size-full object-contain"
      {...(poster && {
        poster: mediaUrl(poster.id),
        width: poster.width ?? undefined,
        height: poster.height ?? undefined,
      })}
    />
  )
}

/** A picture with its size; what does not come is said in its room. */
function Picture({
  media,
  alt,
  isCut = false,
  isFirst = false,
  isSmall = false,
}: {
  media: NftMediaView | null
  alt: string
  /** Fills its frame, and loses what is outside. */
  isCut?: boolean
  /** The first thing on its page: it is asked for without waiting until it is in sight. */
  isFirst?: boolean
  isSmall?: boolean
}) {
  const [isBroken, setBroken] = useState(false)
  if (media === null || isBroken) return <Missing isSmall={isSmall} />
  return (
    <img
      src={mediaUrl(media.id)}
      alt={alt}
      width={media.width ?? undefined}
      height={media.height ?? undefined}
      loading={isFirst ? 'eager' : 'lazy'}
      decoding="async"
      onError={() => setBroken(true)}
      className={cx('size-full', isCut ? 'object-cover' : 'object-contain')}
    />
  )
}

function Missing({ isSmall = false }: { isSmall?: boolean }) {
  const { t } = useTexts()
  return (
    <span className="flex size-full flex-col items-center justify-center gap-2 p-3 text-center text-12 text-t3">
      <ImageOff aria-hidden size={isSmall ? 16 : 24} />
      <span className={isSmall ? 'sr-only' : undefined}>{t('nft_pages.no_picture')}</span>
    </span>
  )
}

const Frame = ({ className, children }: { className?: string; children: ReactNode }) => (
  <span className={cx('relative block overflow-hidden bg-s1', className)}>{children}</span>
)
