import { type ReactNode, useState } from 'react'
import { pairText, parsePrice } from '#domain/market/instrument.ts'
import { findInstrument } from '#domain/market/instruments.ts'
import { parseDecimal, units } from '#domain/money/amount.ts'
import { type OrderView, spotAmend, spotDetail } from '#domain/spot/contract.ts'
import { walletList } from '#domain/wallet/contract.ts'
import { Amount } from '#web/app/amount.tsx'
import { useClient } from '#web/app/client-state.ts'
import { toast } from '#web/app/toast.ts'
import { useApiMutation, useApiQuery } from '#web/app/use-api.ts'
import { useBook } from '#web/features/book/use-book.ts'
import { MoneySheet, NotDoneSheet } from '#web/features/money/money-sheet.tsx'
import { useQuote } from '#web/features/quotes/quotes.ts'
import { useQuotes } from '#web/features/quotes/use-quotes.ts'
import { amount, grouped } from '#web/format/number.ts'
import { refusalText, type Translate, useTexts } from '#web/texts/texts.ts'
import { Button } from '#web/ui/button.tsx'
import { DecimalField } from '#web/ui/decimal-field.tsx'
import { KeyValue } from '#web/ui/key-value.tsx'
import { Sheet } from '#web/ui/sheet.tsx'
import {
  type AmendForm,
  changedOf,
  formOf,
  hasLimit,
  isOfPair,
  isWaiting,
  readAmendment,
} from './amend-draft.ts'
import { progressOf } from './order-words.ts'
import { levelsOf } from './use-ticket-market.ts'

/** Amends orders one at a time: `sheet` is the form, open for the order that was asked about. */
export function useAmendOrder(): {
  /** With a price where one was chosen already, on the chart. */
  open(order: OrderView, at?: Partial<AmendForm>): void
  sheet: ReactNode
} {
  const [asked, setAsked] = useState<{ order: OrderView; at: Partial<AmendForm> }>()
  return {
    open: (order, at = {}) => setAsked({ order, at }),
    sheet: asked && <AmendSheet key={asked.order.id} {...asked} onClose={() => setAsked(undefined)} />,
  }
}

/** Another price, trigger or quantity for an order, and what that does to its place in the queue. */
function AmendSheet({ order, at, onClose }: { order: OrderView; at: Partial<AmendForm>; onClose(): void }) {
  const { t } = useTexts()
  useQuotes()
  const instrument = findInstrument(order.symbol)!
  const last = useQuote(order.symbol, (quote) => quote?.lastPrice ?? undefined)
  const available = useAvailable(order.heldCurrency)
  const book = useBook(order.symbol)
  const opposite = book && levelsOf(instrument, order.side === 'buy' ? book.asks : book.bids)
  const [typed, setTyped] = useState<AmendForm>({ ...formOf(order), ...at })
  const [isConfirming, setConfirming] = useState(false)
  const confirmsCrossing = useClient((state) => state.confirmsCrossing)
  const amend = useApiMutation(spotAmend)
  const lastPrice = last === undefined ? undefined : parsePrice(instrument, last)
  const hasSibling = isOfPair(order)
  const detail = useApiQuery(spotDetail, { id: order.siblingId ?? '' }, { enabled: hasSibling })
  const sibling = hasSibling ? detail.data?.order : undefined
  const summary = readAmendment(instrument, order, typed, { lastPrice, available, sibling, opposite })
  const { problem, keepsPriority, asks } = summary
  // As the ticket: whether a limit that crosses is asked about is the customer's choice.
  const asksOnceMore = asks === 'far' || (asks === 'crossing' && confirmsCrossing)
  const errorOf = (field: NonNullable<typeof problem>['field']) =>
    problem?.field === field ? refusalText(problem.code, problem.params) : undefined

  async function send(): Promise<void> {
    const amended = await amend.send({ id: order.id, ...changedOf(order, typed) })
    if (!amended) return
    toast(amendedText(order, amended, t))
    onClose()
  }

  if (amend.error && !amend.isPending)
    return (
      <NotDoneSheet
        error={amend.error}
        title={t('spot.not_amended')}
        lead=""
        onClose={amend.reset}
        onRetry={amend.error.isTransport ? () => void send() : undefined}
      />
    )
  if (isConfirming)
    return (
      <MoneySheet
        isOpen
        onClose={() => setConfirming(false)}
        onConfirm={() => void send()}
        isPending={amend.isPending}
        error={null}
        title={t('spot.amend_order')}
        text={t(asks === 'far' ? 'spot.confirm_far' : 'spot.confirm_crossing')}
        lines={[
          isWaiting(order) && {
            name: t('spot.trigger_price'),
            value: `${grouped(typed.triggerPrice)} ${order.quote}`,
          },
          { name: t('market.price'), value: `${grouped(typed.limitPrice)} ${order.quote}`, isStrong: true },
          { name: t('market.amount'), value: `${amount(typed.quantity, 0)} ${order.base}` },
        ]}
        action={t('spot.amend_order')}
        kind={order.side}
        disabled={problem !== undefined || summary.isSame}
        cancel={t('spot.keep_editing')}
        notDone={t('spot.not_amended')}
      />
    )
  return (
    <Sheet
      isOpen
      onClose={onClose}
      title={t('spot.amend_order')}
      text={t(`spot.order_${order.side}`, { name: pairText(order.symbol) })}
    >
      <form
        className="flex flex-col gap-3 pt-2"
        onSubmit={(event) => {
          event.preventDefault()
          if (asksOnceMore) setConfirming(true)
          else void send()
        }}
      >
        {isWaiting(order) && (
          <DecimalField
            label={t('spot.trigger_price')}
            unit={order.quote}
            decimals={instrument.priceDecimals}
            value={typed.triggerPrice}
            error={errorOf('trigger')}
            onChange={(next) => setTyped({ ...typed, triggerPrice: next })}
          />
        )}
        {hasLimit(order) && (
          <DecimalField
            label={t('market.price')}
            unit={order.quote}
            decimals={instrument.priceDecimals}
            value={typed.limitPrice}
            error={errorOf('price')}
            onChange={(next) => setTyped({ ...typed, limitPrice: next })}
          />
        )}
        <DecimalField
          label={t('market.amount')}
          unit={order.base}
          decimals={instrument.quantityDecimals}
          value={typed.quantity}
          hint={
            hasSibling
              ? t('spot.amend_of_pair')
              : t('spot.amend_filled', { filled: amount(order.filled, 0), currency: order.base })
          }
          error={errorOf('quantity')}
          onChange={(next) => setTyped({ ...typed, quantity: next })}
        />
        <KeyValue
          ruled
          lines={[
            {
              name: t('spot.column_held'),
              value: (
                <>
                  <Amount value={summary.heldBefore} /> →{' '}
                  <Amount value={summary.held} currency={order.heldCurrency} />
                </>
              ),
            },
          ]}
        />
        <p role="status" className="min-h-9 text-13 text-t2">
          {summary.isSame
            ? t('spot.amend_same')
            : keepsPriority !== undefined &&
              t(placeTexts[isWaiting(order) ? 'waiting' : 'inBook'][keepsPriority ? 'kept' : 'lost'])}
        </p>
        {errorOf('form') && (
          <p role="alert" className="text-12 text-danger">
            {errorOf('form')}
          </p>
        )}
        <Button
          type="submit"
          kind="primary"
          isPending={amend.isPending}
          disabled={problem !== undefined || summary.isSame || (hasSibling && !sibling)}
          className="w-full"
        >
          {t('spot.amend_order')}
        </Button>
      </form>
    </Sheet>
  )
}

/** What became of an order by its amendment: at its new price it may have filled. */
function amendedText(before: OrderView, after: OrderView, t: Translate): string {
  if (after.status === 'filled' || after.status === 'cancelled') return t(`spot.placed_${after.status}`)
  return after.filled === before.filled ? t('spot.amended') : progressOf(after, t)
}

/** What an amendment does to an order's place, said of one in the book and of one among the stops. */
const placeTexts = {
  inBook: { kept: 'spot.amend_keeps_place', lost: 'spot.amend_loses_place' },
  waiting: { kept: 'spot.amend_stop_keeps', lost: 'spot.amend_stop_moves' },
} as const

/** What may be spent of a currency in the spot wallet; undefined until it is known. */
function useAvailable(currency: string) {
  const { data } = useApiQuery(walletList, {})
  const holding = data?.holdings.find((one) => one.currency === currency)
  const spot = holding?.wallets.find(({ walletType }) => walletType === 'spot')
  return spot && units(parseDecimal(spot.available, holding!.decimals) ?? 0n)
}
