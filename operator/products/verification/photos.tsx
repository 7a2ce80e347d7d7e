import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { OutputOf } from '#domain/endpoint.ts'
import {
  type CaseView,
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
import { dateTimeUtc } from '../../format.ts'
import { t } from '../../texts.ts'
import { Refused } from '../../ui/states.tsx'
import { PhotoView } from './photo-view.tsx'

type Opened = OutputOf<typeof openVerification>
type Photo = Opened['photos'][number]

/** The photos of an open case, each fetched only when asked for: every look is counted. Those that were stay beside each other. */
export function Photos({
  id,
  reference,
  opened: { photos, openUntilMs },
  quota: { used, maximum },
}: {
  id: string
  reference: string
  opened: Opened
  quota: CaseView['quota']
}) {
  const [shown, setShown] = useState<readonly { picture: Picture; file: Blob }[]>([])
  const [fetching, setFetching] = useState<readonly Picture[]>([])
  const [error, setError] = useState<unknown>()
  const queries = useQueryClient()
  if (photos.length === 0) return null

  const without = <T extends { picture: Picture }>(all: readonly T[], picture: Picture) =>
    all.filter((one) => one.picture !== picture)
  const hide = (picture: Picture) => setShown((all) => without(all, picture))
  async function show(picture: Picture): Promise<void> {
    setError(undefined)
    setFetching((all) => [...all, picture])
    try {
      const { untilMs, signature } = await http.request(verificationAddress, { id, picture })
      const file = await http.requestFile(verificationPhoto, {
        ...{ id, picture, signature, untilMs: String(untilMs) },
      })
      setShown((all) => [...without(all, picture), { picture, file }])
      // It was counted.
      void queries.invalidateQueries({ queryKey: [consoleVerification.path] })
    } catch (failed) {
      setError(failed)
    } finally {
      setFetching((all) => all.filter((one) => one !== picture))
    }
  }
  const nameOf = (picture: Picture) => t(`verification.item_${picture}`)
  return (
    <section aria-label={t('verification.hints')} className="pb-4">
      <div className="flex flex-wrap gap-2">
        {photos.map(({ picture }) => {
          const isShown = shown.some((one) => one.picture === picture)
          return (
            <Button
              key={picture}
              size="small"
              aria-expanded={isShown}
              // A second press would be a second look.
              isPending={fetching.includes(picture)}
              onClick={() => (isShown ? hide(picture) : void show(picture))}
            >
              {t(isShown ? 'verification.hide' : 'verification.show', { item: nameOf(picture) })}
            </Button>
          )
        })}
      </div>
      <p className="pt-1.5 text-12 text-t3">{t('verification.looking')}</p>
      <Refused error={error} />
      {shown.length > 0 && (
        // Over the list, so that they can be read while the items are decided beside them.
        <div className="inset-y-14 right-92 left-0 mt-3 flex flex-col gap-3 bg-bg md:fixed md:mt-0 md:p-4 lg:left-52">
          <div
            className={cx(
              'grid min-h-0 flex-1 gap-3 overflow-y-auto md:auto-rows-[minmax(18rem,1fr)]',
              shown.length > 1 && 'xl:grid-cols-2',
            )}
          >
            {photos.flatMap(({ picture }) => {
              const one = shown.find((each) => each.picture === picture)
              if (!one) return []
              const alt = t('verification.photo_alt', { item: nameOf(picture), reference })
              return <PhotoView key={picture} name={nameOf(picture)} alt={alt} file={one.file} />
            })}
          </div>
          {/* The panel’s own lines of these may be scrolled away. */}
          <p className="figures text-12 text-t2">
            {t('verification.looks_left', {
              ...{ used: String(used), maximum: String(maximum) },
              time: dateTimeUtc(openUntilMs).slice(11, 19),
            })}
          </p>
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
