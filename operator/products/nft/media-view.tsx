import { useEffect, useState } from 'react'
import { consoleNftMedia, hideNftMedia, proposeNftMediaRelease } from '#domain/nft/console.ts'
import type { NftMediaView } from '#domain/nft/contract.ts'
import { Button } from '#web/ui/button.tsx'
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

/** What can be done about a picture or video: to show it again takes two; to take it down takes one, apart and asked twice. */
export function MediaDecision({ id }: { id: string }) {
  const mayHide = useMay(hideNftMedia)
  const mayRelease = useMay(proposeNftMediaRelease)
  const release = useDecisionChoice(proposeNftMediaRelease, {
    ...{ label: t('nft.release'), input: { id }, done: t('proposal.proposed') },
  })
  return (
    <>
      {mayRelease && (
        <section aria-label={t('nft.media')} className="mt-4 flex flex-col gap-3 border-t border-line pt-4">
          <h2 className="text-15">{t('nft.media')}</h2>
          <Decision note={t('nft.release_note')} choices={[release]} />
        </section>
      )}
      {mayHide && <HideNow id={id} />}
    </>
  )
}

/** It takes effect for everybody as it is confirmed: what that means is read before there is a button for it. */
function HideNow({ id }: { id: string }) {
  const [isAsked, setAsked] = useState(false)
  const hide = useDecisionChoice(hideNftMedia, {
    ...{ label: t('nft.hide'), input: { id }, done: t('nft.hidden'), onDone: () => setAsked(false) },
  })
  return (
    <section aria-label={t('nft.hide_title')} className="mt-8 flex flex-col gap-3 border-t border-line pt-4">
      <h2 className="text-15">{t('nft.hide_title')}</h2>
      {isAsked ? (
        <>
          <p role="alert" className="text-13">
            {t('nft.hide_confirm')}
          </p>
          <Decision choices={[hide]} />
        </>
      ) : null}
      <Button size="small" className="self-start" onClick={() => setAsked(!isAsked)}>
        {t(isAsked ? 'nft.hide_not' : 'nft.hide_ask')}
      </Button>
    </section>
  )
}
