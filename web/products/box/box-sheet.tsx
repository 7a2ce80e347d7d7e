import { type BoxView, myBox, openBox } from '#domain/box/contract.ts'
import { eventKey } from '#domain/statement/events.ts'
import { Amount } from '#web/app/amount.tsx'
import { toPage } from '#web/app/page-list.ts'
import { useApiMutation, useApiQuery } from '#web/app/use-api.ts'
import { RecordSheet } from '#web/features/records/record-sheet.tsx'
import { AskLink } from '#web/features/support/ask-link.tsx'
import { zonedMoment } from '#web/features/time/zoned.ts'
import { type Translate, useTexts } from '#web/texts/texts.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import type { KeyValueLines } from '#web/ui/key-value.tsx'
import { Bob } from '#web/ui/plumb-line.tsx'
import { ArtworkPicture } from './parts.tsx'

/** How often a box that waits for its draw is asked for. */
const WAITING_MS = 1_500
const IDLE_MS = 30_000

/** One box: what it waits for, its opening, what was in it, and the way to compute it again. */
export function BoxSheet({
  id,
  listed,
  onClose,
}: {
  id: string
  listed: BoxView | undefined
  onClose(): void
}) {
  const { t, locale } = useTexts()
  const opening = useApiMutation(openBox)
  const isWaiting = listed?.state === 'sealed'
  const query = useApiQuery(myBox, { id }, { refetchMs: isWaiting ? WAITING_MS : IDLE_MS })
  const box = query.data ?? listed
  async function open() {
    if (await opening.send({ id })) await query.refetch()
  }
  const isDrawn = box?.state === 'drawn' || box?.state === 'opened'
  return (
    <RecordSheet
      title={box ? box.name : t('box_pages.mine')}
      text={box && t('box_pages.box_no', { number: box.number })}
      onClose={onClose}
      query={query}
      ask={box && <AskLink kind="blind-box" id={box.id} />}
      lines={box && linesOf(box, t, locale)}
      above={box && <Contents box={box} />}
    >
      {box && (
        <div className="grid gap-3 border-t border-line pt-4 pb-2">
          {box.state === 'drawn' && (
            <Button kind="primary" isPending={opening.isPending} onClick={() => void open()}>
              {t('box_pages.open')}
            </Button>
          )}
          {opening.error && (
            <p role="alert" className="text-13 text-danger">
              {opening.error.message}
            </p>
          )}
          {isDrawn && (
            <ButtonLink
              to={toPage('pages/verify/verify', { box: `${box.series}.${box.number}` })}
              className="text-gold"
            >
              <Bob />
              {t('box_pages.verify')}
            </ButtonLink>
          )}
          {box.item && (
            <ButtonLink to={toPage('pages/nft/artworkDetail', { code: box.item.code })}>
              {t('box_pages.see_artwork')}
            </ButtonLink>
          )}
          <ButtonLink to={toPage('pages/nft/box', { code: box.series })}>
            {t('box_pages.see_series')}
          </ButtonLink>
          <ButtonLink to={toPage('pages/setting/bill', { id: eventKey('box', box.id) })}>
            {t('box_pages.see_statement')}
          </ButtonLink>
        </div>
      )}
    </RecordSheet>
  )
}

/** What was in it once it is open; what it waits for until then. */
function Contents({ box }: { box: BoxView }) {
  const { t } = useTexts()
  if (box.item)
    return (
      <figure className="mx-auto max-w-64 pb-2">
        <ArtworkPicture artwork={box.item} />
        <figcaption aria-live="polite" className="pt-2 text-center text-15 font-semibold">
          {t('box_pages.drew', { title: box.item.title })}
          <span className="block text-13 font-normal text-t2">
            {t(`box_pages.rarity_${box.item.rarity}`)}
          </span>
        </figcaption>
      </figure>
    )
  return (
    <p aria-live="polite" className="pb-2 text-15">
      {box.failure === null ? t(`box_pages.what_${box.state}`) : t(`box_pages.failure_${box.failure}`)}
    </p>
  )
}

function linesOf(box: BoxView, t: Translate, locale: string): KeyValueLines {
  const { state, price, currency, drawnAtMs, opensByMs, endedAtMs } = box
  return [
    { name: t('box_pages.state'), value: t(`box_pages.state_${state}`), isStrong: true },
    { name: t('box_pages.price'), value: <Amount value={price} currency={currency} /> },
    { name: t('box_pages.seed'), value: box.clientSeed },
    { name: t('box_pages.bought_at'), value: zonedMoment(box.boughtAtMs, locale) },
    state === 'sealed' && { name: t('box_pages.refunded_by'), value: zonedMoment(box.refundedByMs, locale) },
    drawnAtMs !== null && { name: t('box_pages.drawn_at'), value: zonedMoment(drawnAtMs, locale) },
    state === 'drawn' &&
      opensByMs !== null && { name: t('box_pages.opens_by'), value: zonedMoment(opensByMs, locale) },
    endedAtMs !== null && {
      name: t(state === 'refunded' ? 'box_pages.refunded_at' : 'box_pages.opened_at'),
      value: zonedMoment(endedAtMs, locale),
    },
  ]
}
