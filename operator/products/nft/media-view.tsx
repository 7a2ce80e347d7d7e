import { useEffect, useState } from 'react'
import { consoleNftMedia, hideNftMedia, proposeNftMediaRelease } from '#domain/nft/console.ts'
import type { NftMediaView } from '#domain/nft/contract.ts'
import { KeyValue } from '#web/ui/key-value.tsx'
import { http } from '../../app/api.ts'
import { useMay } from '../../app/session.ts'
import { t } from '../../texts.ts'
import { Decision, useDecisionChoice } from '../../ui/decision.tsx'
import { Refused } from '../../ui/states.tsx'

/** Pictures and videos, drafts too, as whoever approves them has to see them. */

/** The bytes of a picture or video under an address of this page. */
function useFile(id: string) {
  const [address, setAddress] = useState<string>()
  const [error, setError] = useState<unknown>()
  useEffect(() => {
    let made: string | undefined
    let isGone = false
    setAddress(undefined)
    setError(undefined)
    http.requestFile(consoleNftMedia, { id }).then((file) => {
      if (isGone) return
      made = URL.createObjectURL(file)
      setAddress(made)
    }, setError)
    return () => {
      isGone = true
      if (made) URL.revokeObjectURL(made)
    }
  }, [id])
  return { address, error }
}

/** A picture, or a video with its controls, and what it is. */
export function MediaView({
  media,
  alt,
}: {
  media: NftMediaView & { readonly isPublished?: boolean; readonly isHidden?: boolean }
  alt: string
}) {
  const { address, error } = useFile(media.id)
  const { kind, type, bytes, width, height, isPublished, isHidden } = media
  return (
    <figure className="py-3">
      <div className="flex aspect-[4/3] items-center justify-center overflow-hidden rounded-8 bg-s1">
        {address &&
          (kind === 'video' ? (
            // biome-ignore lint/a11y/useMediaCaption: artworks bring no captions
            <video controls src={address} aria-label={alt} className="size-full object-contain" />
          ) : (
            <img
              src={address}
              alt={alt}
              width={width ?? undefined}
              height={height ?? undefined}
              className="size-full object-contain"
            />
          ))}
      </div>
      <Refused error={error} />
      <figcaption className="pt-2">
        <KeyValue
          lines={[
            { name: t('nft.file'), value: `${type}${width ? ` ${width}×${height}` : ''}` },
            { name: t('nft.size'), value: t('nft.kilobytes', { size: Math.ceil(bytes / 1_000) }) },
            isPublished !== undefined && {
              name: t('nft.shown'),
              value: t(
                isHidden ? 'nft.shown_hidden' : isPublished ? 'nft.shown_published' : 'nft.shown_draft',
              ),
            },
          ]}
        />
      </figcaption>
    </figure>
  )
}

/** Takes a picture or video down, or proposes to show it again. */
export function MediaDecision({ id }: { id: string }) {
  const mayHide = useMay(hideNftMedia)
  const mayRelease = useMay(proposeNftMediaRelease)
  const hide = useDecisionChoice(hideNftMedia, {
    ...{ label: t('nft.hide'), input: { id }, done: t('nft.hidden') },
  })
  const release = useDecisionChoice(proposeNftMediaRelease, {
    ...{ label: t('nft.release'), input: { id }, done: t('proposal.proposed') },
  })
  const choices = [...(mayRelease ? [release] : []), ...(mayHide ? [hide] : [])]
  if (choices.length === 0) return null
  return (
    <section aria-label={t('nft.media')} className="mt-4 flex flex-col gap-3 border-t border-line pt-4">
      <h2 className="text-15">{t('nft.media')}</h2>
      <Decision note={t('nft.hide_note')} choices={choices} />
    </section>
  )
}
