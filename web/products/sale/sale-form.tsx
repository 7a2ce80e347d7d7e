import { useState } from 'react'
import { useSearchParams } from 'react-router'
import type { CardView } from '#domain/card/contract.ts'
import { cardText } from '#domain/card/masked.ts'
import { quoteSale, type SaleQuote, type SaleTermsView } from '#domain/sale/contract.ts'
import { PAID_CURRENCY } from '#domain/sale/rules.ts'
import { SECOND_MS } from '#domain/time.ts'
import { Amount } from '#web/app/amount.tsx'
import { toPage } from '#web/app/page-list.ts'
import { CurrencySide } from '#web/features/firm-quote/currency-side.tsx'
import { useFirmQuote } from '#web/features/firm-quote/use-firm-quote.ts'
import { AmountField } from '#web/features/money/money-form.tsx'
import { useServerNow } from '#web/features/time/use-server-now.ts'
import { feeText, isZero } from '#web/format/number.ts'
import { dateTime } from '#web/format/time.ts'
import { refusalText, useTexts } from '#web/texts/texts.ts'
import { BottomBar } from '#web/ui/bottom-bar.tsx'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { KeyValue } from '#web/ui/key-value.tsx'
import { RadioList } from '#web/ui/radio-list.tsx'
import { SkeletonRows } from '#web/ui/skeleton.tsx'
import { chosenCard, isSaleStopped, readDraft, type SaleDraft } from './draft.ts'
import { figureLines } from './figures.tsx'
import { ReviewSheet } from './review-sheet.tsx'

/** So long before a quote runs out, the next is asked for while somebody reads it: what is confirmed still has to arrive. */
const AHEAD_MS = 2 * SECOND_MS

/** Which coin, how much and to which card, with what is paid for it now; the review has what confirms it. */
export function SaleForm({ terms, cards }: { terms: SaleTermsView; cards: readonly CardView[] }) {
  const { t } = useTexts()
  const [search, setSearch] = useSearchParams()
  const [typed, setTyped] = useState('')
  const [asked, askFor] = useState<string>()
  /** What the review stands open for, whatever changes behind it. */
  const [looking, look] = useState<{ readonly wanted: SaleDraft['wanted']; readonly card: CardView }>()
  /** The quote that is being sold at. */
  const [sent, setSent] = useState<SaleQuote>()
  const nowMs = useServerNow()
  const coin =
    terms.coins.find(({ code }) => code === search.get('currency')) ??
    terms.coins.find(({ available }) => !isZero(available)) ??
    terms.coins[0]!
  const card = chosenCard(cards, asked, nowMs)
  const draft = readDraft(typed, coin, card, nowMs)
  const isStopped = isSaleStopped(terms)
  const { quote, last, secondsLeft, error } = useFirmQuote(
    quoteSale,
    looking ? looking.wanted : isStopped ? undefined : draft.wanted,
    looking ? Math.max(SECOND_MS, terms.quoteSeconds * SECOND_MS - AHEAD_MS) : undefined,
    sent !== undefined,
  )
  const { feePercent, minimumFee, minimum } = terms.byCard[card?.kind ?? 'domestic']
  const feeName = t('sale_pages.fee', {
    percent: feeText(feePercent),
    minimum: feeText(minimumFee),
    currency: terms.limitCurrency,
  })
  const shown = sent ?? last

  return (
    <div className="flex flex-col gap-5 gutter pt-2">
      <div className="rounded-12 border border-line2 bg-s1">
        <CurrencySide
          name={t('sale_pages.sell')}
          code={coin.code}
          choices={terms.coins}
          onChoose={(currency) => {
            setTyped('')
            setSearch({ currency }, { replace: true })
          }}
        />
      </div>
      <AmountField
        value={typed}
        onChange={setTyped}
        currency={coin.code}
        balance={{ available: coin.available, maximum: coin.available }}
        error={draft.amount ? refusalText(draft.amount.code, draft.amount.params) : error?.message}
        {...(terms.isVerified && {
          hint: t('sale_pages.limits', {
            minimum: feeText(minimum),
            maximum: feeText(terms.maximum),
            left: feeText(terms.left),
            currency: terms.limitCurrency,
          }),
        })}
      />
      <section>
        <div className="flex items-center justify-between gap-3">
          <h2 className="text-15 font-semibold">{t('sale_pages.to_card')}</h2>
          {/* Of both kinds: that page has a tab for each. */}
          <ButtonLink kind="quiet" size="small" className="!px-0" to={toPage('pages/setting/bank')}>
            {t('sale_pages.add_card')}
          </ButtonLink>
        </div>
        {cards.length > 0 && (
          <RadioList
            label={t('sale_pages.to_card')}
            value={card?.id}
            onChange={askFor}
            choices={cards.map((one) => ({
              id: one.id,
              label: cardText(one),
              note:
                one.usableAtMs > nowMs
                  ? t('sale_pages.card_usable', { time: dateTime(one.usableAtMs) })
                  : t(`sale_pages.kind_${one.kind}`),
            }))}
          />
        )}
        {draft.card && (
          <p role="alert" className="pb-1 text-13 text-danger">
            {refusalText(draft.card.code, draft.card.params)}
          </p>
        )}
      </section>
      {draft.wanted && !error && !isStopped && (
        <div className="min-h-[150px]">
          {shown ? (
            <KeyValue
              ruled
              lines={[
                {
                  name: t('sale_pages.receive'),
                  value: (
                    <span className="text-20">
                      <Amount value={shown.receive} currency={PAID_CURRENCY} />
                    </span>
                  ),
                  isStrong: true,
                },
                ...figureLines(shown, feeName, t),
              ]}
            />
          ) : (
            <SkeletonRows count={3} height={44} />
          )}
        </div>
      )}
      <p className="text-12 text-t3">{t('sale_pages.how')}</p>
      <BottomBar>
        <Button
          kind="primary"
          className="w-full"
          disabled={!quote || isStopped}
          onClick={() => card && look({ wanted: draft.wanted, card })}
        >
          {t('sale_pages.review')}
        </Button>
        {quote && (
          <p className="pt-2 text-center text-12 text-t3">{t('sale_pages.firm', { seconds: secondsLeft })}</p>
        )}
      </BottomBar>
      {looking && shown && (
        <ReviewSheet
          {...{ terms, shown, feeName, error }}
          card={looking.card}
          canSell={(sent ?? quote) !== undefined}
          secondsLeft={sent ? undefined : secondsLeft}
          onPending={(isPending) => setSent(isPending ? shown : undefined)}
          onClose={() => {
            look(undefined)
            setSent(undefined)
          }}
        />
      )}
    </div>
  )
}
