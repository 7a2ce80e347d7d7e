import { useState } from 'react'
import { type CardView, cards, internationalCards } from '#domain/card/contract.ts'
import { cardText } from '#domain/card/masked.ts'
import { plainPercent } from '#domain/money/rate.ts'
import { ErrorState } from '#web/app/error-state.tsx'
import { toPage } from '#web/app/page-list.ts'
import { useApiQuery } from '#web/app/use-api.ts'
import { AmountField } from '#web/features/money/money-form.tsx'
import { openingTime } from '#web/features/quotes/opening.ts'
import { useServerNow } from '#web/features/time/use-server-now.ts'
import { ObstacleNote } from '#web/features/withdrawal/obstacle-note.tsx'
import { amount, feeText } from '#web/format/number.ts'
import { dateTime } from '#web/format/time.ts'
import { refusalText, type Translate, useTexts } from '#web/texts/texts.ts'
import { BottomBar } from '#web/ui/bottom-bar.tsx'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { KeyValue } from '#web/ui/key-value.tsx'
import { RadioList } from '#web/ui/radio-list.tsx'
import { SkeletonRows } from '#web/ui/skeleton.tsx'
import { figuresOf, isStopped, mostOf, validateDraft } from './draft.ts'
import { ReviewSheet } from './review-sheet.tsx'
import type { Terms, Way } from './withdraw-form.tsx'

/** What a card of a kind costs. @example 'Fee, 0.5%, at least 5 USD' */
export const cardFeeText = ({ feeBps, fee, currency }: Way, t: Translate): string =>
  t('withdrawal_pages.card_fee', { percent: plainPercent(feeBps), minimum: feeText(fee), currency })

/** To which of the customer's cards and how much; each kind of card has its own fee and minimum. */
export function CardForm({ currency, terms }: { currency: string; terms: Terms }) {
  const domestic = useApiQuery(cards, {})
  const international = useApiQuery(internationalCards, {})
  const failed = [domestic, international].find((call) => call.isError && !call.data)
  if (failed) return <ErrorState error={failed.error} onRetry={() => void failed.refetch()} />
  if (!domestic.data || !international.data) return <SkeletonRows count={4} />
  const ways = terms.ways.filter((way) => way.currency === currency)
  return <Form {...{ terms, ways }} cards={[...domestic.data.items, ...international.data.items]} />
}

function Form({
  terms,
  ways,
  cards: all,
}: {
  terms: Terms
  ways: readonly Way[]
  cards: readonly CardView[]
}) {
  const { t, locale } = useTexts()
  const [typed, setTyped] = useState('')
  const [asked, askFor] = useState<string>()
  const [isOpen, setOpen] = useState(false)
  const nowMs = useServerNow()
  // Of several it is the customer who says to which.
  const card = all.find(({ id }) => id === asked) ?? (all.length === 1 ? all[0] : undefined)
  const isToChoose = all.length > 1 && !card
  const byCard = ways.filter(({ cardKind }) => cardKind !== null)
  const way = card
    ? byCard.find(({ cardKind }) => cardKind === card.kind)
    : (byCard.find(({ isPaused }) => !isPaused) ?? byCard[0])
  if (!way) return null
  const { currency } = way
  const errors = validateDraft(typed, card?.usableAtMs, way, terms, nowMs)
  const feeName = cardFeeText(way, t)
  const refusedAs = errors.other && refusalText(errors.other.code, errors.other.params)
  const opens =
    errors.other?.code === 'MARKET_SESSION_CLOSED' && way.pricedFromMs !== null
      ? t('market.opens_at', { time: openingTime(way.pricedFromMs, locale) })
      : undefined
  const note = refusedAs
    ? [refusedAs, opens].filter(Boolean).join(' · ')
    : isToChoose && typed !== ''
      ? t('withdrawal_pages.choose_card')
      : undefined
  const figures = figuresOf(typed, way)
  return (
    <>
      {terms.isVerified && terms.hasPayPassword && all.length === 0 && (
        <ObstacleNote
          text={t('withdrawal_pages.card_first')}
          action={{ label: t('withdrawal_pages.add_card'), page: 'pages/setting/bank', view: 'add' }}
        />
      )}
      <div className="flex flex-col gap-4 gutter pt-2 pb-28">
        <section>
          <div className="flex items-center justify-between gap-3">
            <h2 className="text-15 font-semibold">{t('withdrawal_pages.to_card')}</h2>
            <ButtonLink kind="quiet" size="small" className="!px-0" to={toPage('pages/setting/bank')}>
              {t('withdrawal_pages.add_card')}
            </ButtonLink>
          </div>
          {all.length > 0 && (
            <RadioList
              label={t('withdrawal_pages.to_card')}
              value={card?.id}
              onChange={askFor}
              choices={all.map((one) => ({
                id: one.id,
                label: cardText(one),
                note:
                  one.usableAtMs > nowMs
                    ? t('withdrawal_pages.usable', { time: dateTime(one.usableAtMs) })
                    : t(`withdrawal_pages.card_${one.kind}`),
              }))}
            />
          )}
        </section>
        <AmountField
          value={typed}
          onChange={setTyped}
          currency={currency}
          balance={{ available: way.available, maximum: mostOf(way) }}
          error={
            isToChoose ? undefined : errors.amount && refusalText(errors.amount.code, errors.amount.params)
          }
          {...(!isToChoose && {
            hint: t('withdrawal_pages.minimum', { amount: `${amount(way.minimum)} ${currency}` }),
          })}
        />
        {errors.isReady ? (
          <KeyValue
            ruled
            lines={[
              { name: feeName, value: `−${amount(figures.fee)} ${currency}` },
              {
                name: t('withdrawal_pages.receive'),
                value: `${amount(figures.receive)} ${currency}`,
                isStrong: true,
              },
            ]}
          />
        ) : (
          !isToChoose && <p className="text-13 text-t2">{feeName}</p>
        )}
        <p className="text-12 text-t3">{t('withdrawal_pages.card_how')}</p>
      </div>
      <BottomBar>
        <Button
          kind="primary"
          className="w-full"
          disabled={!errors.isReady || isStopped(terms)}
          onClick={() => setOpen(true)}
        >
          {t('withdrawal_pages.review')}
        </Button>
        {note && <p className="pt-2 text-center text-13 text-t2">{note}</p>}
      </BottomBar>
      {isOpen && card && (
        <ReviewSheet
          {...{ way, terms, feeName }}
          typed={typed.replace(/\.$/, '')}
          lines={[
            { name: t('withdrawal_pages.card'), value: cardText(card) },
            { name: t('withdrawal_pages.network'), value: t(`withdrawal_pages.card_${card.kind}`) },
          ]}
          input={{ cardId: card.id }}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}
