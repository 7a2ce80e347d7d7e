import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { OutputOf } from '#domain/endpoint.ts'
import {
  consoleVerification,
  type openVerification,
  verificationAddress,
  verificationPhoto,
} from '#domain/verification/console.ts'
import { MAX_GLARE_PERCENT, MIN_SHARPNESS, MIN_SIDE } from '#domain/verification/picture-hints.ts'
import type { Picture } from '#domain/verification/rules.ts'
import { Button } from '#web/ui/button.tsx'
import { cx } from '#web/ui/cx.ts'
import { http } from '../../app/api.ts'
import { t } from '../../texts.ts'
import { Refused } from '../../ui/states.tsx'

type Photo = OutputOf<typeof openVerification>['photos'][number]

/** The photos of an open case, each fetched only when asked for: every look is counted. */
export function Photos({
  id,
  reference,
  photos,
}: {
  id: string
  reference: string
  photos: readonly Photo[]
}) {
  const [shown, setShown] = useState<{ picture: Picture; address: string }>()
  const [error, setError] = useState<unknown>()
  const queries = useQueryClient()
  useEffect(() => {
    if (shown) return () => URL.revokeObjectURL(shown.address)
  }, [shown])
  if (photos.length === 0) return null

  async function show(picture: Picture): Promise<void> {
    setError(undefined)
    if (shown?.picture === picture) return setShown(undefined)
    try {
      const { untilMs, signature } = await http.request(verificationAddress, { id, picture })
      const file = await http.requestFile(verificationPhoto, {
        ...{ id, picture, signature, untilMs: String(untilMs) },
      })
      setShown({ picture, address: URL.createObjectURL(file) })
      // It was counted.
      void queries.invalidateQueries({ queryKey: [consoleVerification.path] })
    } catch (failed) {
      setError(failed)
    }
  }
  const nameOf = (picture: Picture) => t(`verification.item_${picture}`)
  return (
    <section aria-label={t('verification.hints')} className="pb-4">
      <div className="flex flex-wrap gap-2">
        {photos.map(({ picture }) => (
          <Button
            key={picture}
            size="small"
            aria-expanded={shown?.picture === picture}
            onClick={() => void show(picture)}
          >
            {shown?.picture === picture
              ? t('verification.hide')
              : t('verification.show', { item: nameOf(picture) })}
          </Button>
        ))}
      </div>
      <p className="pt-1.5 text-12 text-t3">{t('verification.looking')}</p>
      <Refused error={error} />
      {shown && (
        // Over the list, so that it can be read while the items are decided beside it.
        <div className="inset-y-14 right-92 left-0 mt-3 flex lg:left-52 md:fixed md:mt-0 items-center justify-center bg-bg/95 md:p-6">
          <img
            src={shown.address}
            alt={t('verification.photo_alt', { item: nameOf(shown.picture), reference })}
            className="max-h-full max-w-full rounded-8 border border-line2 object-contain"
          />
        </div>
      )}
      <Hints photos={photos} nameOf={nameOf} />
    </section>
  )
}

/** What was measured of each photo: marked where it is unusual. */
function Hints({ photos, nameOf }: { photos: readonly Photo[]; nameOf(picture: Picture): string }) {
  const cell = (text: string, isUnusual: boolean) => (
    <td className={cx('figures py-1 pl-2 text-right', isUnusual && 'text-danger')}>{text}</td>
  )
  return (
    <>
      <table className="mt-3 w-full text-12">
        <thead className="text-t2">
          <tr>
            <th className="text-left font-normal">{t('verification.hints')}</th>
            {(['size', 'sharpness', 'glare', 'edges'] as const).map((name) => (
              <th key={name} className="pl-2 text-right font-normal">
                {t(`verification.hint_${name}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {photos.map(({ picture, width, height, sharpness, glarePercent, edgesCrossed }) => (
            <tr key={picture} className="border-t border-line">
              <th scope="row" className="py-1 text-left font-normal">
                {nameOf(picture)}
              </th>
              {cell(`${width}×${height}`, Math.max(width, height) < MIN_SIDE)}
              {cell(String(sharpness), sharpness < MIN_SHARPNESS)}
              {cell(`${glarePercent}%`, glarePercent > MAX_GLARE_PERCENT)}
              {cell(String(edgesCrossed), edgesCrossed > 0)}
            </tr>
          ))}
        </tbody>
      </table>
      {photos.some(({ isKnown }) => isKnown) && (
        <p className="pt-2 text-13 text-danger">{t('verification.hint_known')}</p>
      )}
      <p className="pt-1 text-12 text-t3">
        {t('verification.hint_note', {
          side: String(MIN_SIDE),
          sharpness: String(MIN_SHARPNESS),
          glare: String(MAX_GLARE_PERCENT),
        })}
      </p>
    </>
  )
}
