import { useState } from 'react'
import { useNavigate } from 'react-router'
import { cards, internationalCards } from '#domain/card/contract.ts'
import { cardText } from '#domain/card/masked.ts'
import { decideCardUse } from '#domain/card/rules.ts'
import { parseDecimal, units } from '#domain/money/amount.ts'
import { findCurrency } from '#domain/money/currencies.ts'
import { formatAmount } from '#domain/money/read-amount.ts'
import { type OtcOfferView, type OtcTermsView, otcOffer, placeOtcOrder } from '#domain/otc/contract.ts'
import { type OtcPayment, otcPriceText, readOtcPrice, totalOf, worstPrice } from '#domain/otc/rules.ts'
import { ErrorState } from '#web/app/error-state.tsx'
import { toPage } from '#web/app/page-list.ts'
import { useApiMutation, useApiQuery } from '#web/app/use-api.ts'
import { FormError } from '#web/features/access/form-error.tsx'
import { Offered } from '#web/features/eligibility/offered.tsx'
import { AmountField } from '#web/features/money/money-form.tsx'
import { useQuote } from '#web/features/quotes/quotes.ts'
import { useQuotes } from '#web/features/quotes/use-quotes.ts'
import { useServerNow } from '#web/features/time/use-server-now.ts'
import { zonedStamp } from '#web/features/time/zoned.ts'
import { HeldNote, NightNote, ObstacleNote } from '#web/features/withdrawal/obstacle-note.tsx'
import { amount, feeText, grouped } from '#web/format/number.ts'
import { refusalText, useTexts } from '#web/texts/texts.ts'
import { Button } from '#web/ui/button.tsx'
import { Chips } from '#web/ui/chips.tsx'
import { KeyValue } from '#web/ui/key-value.tsx'
import { RadioList } from '#web/ui/radio-list.tsx'
import { Sheet } from '#web/ui/sheet.tsx'
import { SkeletonRows } from '#web/ui/skeleton.tsx'
import { amountProblem, chosenCard, coinsOfMoney, mostOf, orderIntent, tierLimit } from './draft.ts'
import { PriceSourceLine, recordText } from './words.tsx'

const REFRESH_MS = 3_000

/** One offer, and an order of it: how much, how it is paid, and to which card where the customer sells. */
export function TakeSheet({
  id,
  listed,
  terms,
  onClose,
}: {
  id: string
  listed: OtcOfferView | undefined
  terms: OtcTermsView | undefined
  onClose(): void
}) {
  const { t } = useTexts()
  const call = useApiQuery(otcOffer, { id }, { refetchMs: REFRESH_MS })
  const offer = call.data ?? listed
  const title = offer
    ? t(offer.side === 'sell' ? 'otc_pages.take_buy' : 'otc_pages.take_sell', { currency: offer.currency })
    : t('otc_pages.title')
  return (
    <Sheet
      isOpen
      isInUrl
      onClose={onClose}
      title={title}
      text={offer && `${offer.maker.name} · ${recordText(offer.maker, t)}`}
    >
      {offer && terms ? (
        <Offered product="otc" isIndented>
          <TakeForm offer={offer} terms={terms} />
        </Offered>
      ) : call.error ? (
        <ErrorState error={call.error} onRetry={() => void call.refetch()} />
      ) : (
        <SkeletonRows count={5} height={44} />
      )}
    </Sheet>
  )
}

function TakeForm({ offer, terms }: { offer: OtcOfferView; terms: OtcTermsView }) {
  const { t } = useTexts()
  const navigate = useNavigate()
  const nowMs = useServerNow()
  const { currency, fiat, side, payments, maker } = offer
  const isSold = side === 'buy'
  const [typed, setTyped] = useState('')
  const [unit, setUnit] = useState(currency)
  const [chosenPayment, choosePayment] = useState<OtcPayment>()
  const [askedCard, askForCard] = useState<string>()
  const domestic = useApiQuery(cards, {}, { enabled: isSold })
  const international = useApiQuery(internationalCards, {}, { enabled: isSold })
  const own = [...(domestic.data?.items ?? []), ...(international.data?.items ?? [])].filter(({ kind }) =>
    payments.includes(kind),
  )
  const card = chosenCard(own, askedCard, nowMs)
  const cardUse = card && decideCardUse(card.savedAtMs, nowMs)
  useQuotes()
  const lastPrice = useQuote(`${currency}-${terms.limitCurrency}`, (quote) => quote?.lastPrice ?? undefined)
  const payment = isSold ? card?.kind : (chosenPayment ?? payments[0])
  const written = typed.replace(/\.$/, '')
  const placing = useApiMutation(placeOtcOrder, {
    toastsRefusal: false,
    intent: (input) => orderIntent(input, { unit, written }),
    repeats: true,
  })

  const decimals = findCurrency(currency)?.decimals ?? 8
  const read = offer.price === null ? undefined : readOtcPrice(offer.price)
  const price = read?.ok ? read.price : undefined
  const text = unit === currency ? written : coinsOfMoney(written, offer, price)
  const wanted = parseDecimal(text, decimals) ?? 0n
  const available = terms.coins.find(({ code }) => code === currency)?.available
  const tier = tierLimit(terms, currency, lastPrice)
  const allowance = { ...(isSold && { available }), tier }
  const problem = amountProblem(text, offer, allowance)
  const total =
    price && wanted > 0n ? formatAmount(totalOf(currency, fiat, units(wanted), price), fiat) : undefined
  const worst = price && worstPrice({ side, price: offer.marginPercent === null ? price : null }, price)
  const isReady =
    wanted > 0n &&
    problem === undefined &&
    payment !== undefined &&
    price !== undefined &&
    (!isSold || cardUse?.ok === true) &&
    !offer.isOwn
  const obstacle = obstacleOf(terms, isSold, own.length > 0 || !domestic.data || !international.data)

  async function place(): Promise<void> {
    if (!isReady || worst === undefined || payment === undefined) return
    const done = await placing.send({
      ...{ offerId: offer.id, amount: text, payment, price: otcPriceText(worst) },
      ...(isSold && card && { cardId: card.id }),
    })
    if (done) navigate(toPage('pages/otc/order', { id: done.id }), { replace: true })
  }
  return (
    <form
      className="flex flex-col gap-4 pt-2"
      onSubmit={(event) => {
        event.preventDefault()
        void place()
      }}
    >
      {obstacle && <div className="-mx-4">{obstacle}</div>}
      <div className="-mx-4">
        <Chips
          label={t('otc_pages.unit')}
          value={unit}
          onChange={(next) => {
            setUnit(next)
            setTyped('')
          }}
          choices={[currency, fiat].map((id) => ({ id, label: id }))}
        />
      </div>
      <AmountField
        value={typed}
        onChange={(value) => {
          setTyped(value)
          placing.reset()
        }}
        currency={unit}
        {...(isSold &&
          unit === currency && { balance: { available, maximum: available && mostOf(offer, allowance) } })}
        error={problem && refusalText(problem.code, problem.params)}
        hint={[
          t('otc_pages.limits', {
            minimum: amount(offer.minimum, 0),
            maximum: amount(offer.maximum, 0),
            currency,
          }),
          tier &&
            mostOf(offer, { tier }) === tier.most &&
            t('otc_pages.tier_limit', { maximum: feeText(tier.maximum), currency: tier.currency }),
        ]
          .filter(Boolean)
          .join(' · ')}
      />
      {isSold ? (
        own.length > 0 && (
          <div>
            <RadioList
              label={t('otc_pages.paid_to')}
              isLabelShown
              value={card?.id}
              onChange={askForCard}
              choices={own.map((one) => ({
                id: one.id,
                label: cardText(one),
                note:
                  one.usableAtMs > nowMs
                    ? t('withdrawal_pages.usable', { time: zonedStamp(one.usableAtMs) })
                    : t(`otc_pages.pay_${one.kind}`),
              }))}
            />
            {cardUse && !cardUse.ok && (
              <p role="alert" className="pb-1 text-13 text-danger">
                {refusalText(cardUse.code, cardUse.params)}
              </p>
            )}
          </div>
        )
      ) : (
        <RadioList
          label={t('otc_pages.payment')}
          isLabelShown
          value={payment}
          onChange={(next: OtcPayment) => choosePayment(next)}
          choices={payments.map((id) => ({ id, label: t(`otc_pages.pay_${id}`) }))}
        />
      )}
      <KeyValue
        ruled
        lines={[
          {
            name: t('otc_pages.price'),
            value: (
              <>
                {offer.price === null ? t('otc_pages.no_price') : `${grouped(offer.price)} ${fiat}`}
                <PriceSourceLine of={offer} t={t} />
              </>
            ),
          },
          unit !== currency && {
            name: currency,
            value: wanted > 0n ? `${amount(text)} ${currency}` : '—',
          },
          {
            name: t(isSold ? 'otc_pages.gets' : 'otc_pages.pays'),
            value: total ? `${amount(total)} ${fiat}` : '—',
            isStrong: true,
          },
          maker.record.releaseSeconds !== null && {
            name: maker.name,
            value: t('otc_pages.releases_in', {
              minutes: Math.max(1, Math.ceil(maker.record.releaseSeconds / 60)),
            }),
          },
          offer.terms !== null && { name: t('otc_pages.terms'), value: offer.terms },
        ]}
      />
      {offer.marginPercent !== null && worst !== undefined && (
        <p className="text-12 text-t3">
          {t('otc_pages.price_worst', { price: `${grouped(otcPriceText(worst))} ${fiat}` })}
        </p>
      )}
      <FormError text={placing.error?.message} />
      <Button
        type="submit"
        kind={isSold ? 'sell' : 'buy'}
        disabled={!isReady || obstacle !== null}
        isPending={placing.isPending}
      >
        {total
          ? t(isSold ? 'otc_pages.place_sell' : 'otc_pages.place_buy', {
              amount: `${amount(text)} ${currency}`,
              total: `${amount(total)} ${fiat}`,
            })
          : t(price === undefined ? 'otc_pages.no_price' : 'otc_pages.place')}
      </Button>
      <p className="text-center text-12 text-t3">{t('otc_pages.escrow_note')}</p>
    </form>
  )

  /** What stands against an order, the first of it, with the way to mend it. */
  function obstacleOf(
    { isVerified, hasPayPassword, isPaused, heldUntilMs, nightLockedUntilMs }: OtcTermsView,
    isSelling: boolean,
    hasCard: boolean,
  ) {
    if (!isVerified)
      return (
        <ObstacleNote
          text={t('otc_pages.verify_first')}
          action={{ label: t('withdrawal_pages.verify'), page: 'pages/StartVerification/StartVerification' }}
        />
      )
    if (!isSelling) return null
    if (!hasPayPassword)
      return (
        <ObstacleNote
          text={t('otc_pages.pay_password_first')}
          action={{ label: t('withdrawal_pages.pay_password_set'), page: 'pages/setting/payPassword' }}
        />
      )
    if (!hasCard)
      return (
        <ObstacleNote
          text={t('otc_pages.card_first')}
          action={{ label: t('otc_pages.add_card'), page: 'pages/setting/bank', view: 'add' }}
        />
      )
    if (isPaused) return <ObstacleNote text={t('otc_pages.paused')} />
    if (heldUntilMs !== null)
      return <HeldNote text={t('otc_pages.held_until', { time: zonedStamp(heldUntilMs) })} />
    if (nightLockedUntilMs !== null) return <NightNote untilMs={nightLockedUntilMs} />
    return null
  }
}
