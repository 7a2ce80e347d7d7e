import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { findCurrency } from '#domain/money/currencies.ts'
import { type OtcTermsView, otcTerms, ownOtcOffers, publishOtcOffer } from '#domain/otc/contract.ts'
import {
  MAX_TERMS,
  type OtcFiat,
  type OtcPayment,
  type OtcSide,
  otcFiats,
  otcPayments,
  otcSides,
  PRICE_DECIMALS,
} from '#domain/otc/rules.ts'
import { isPlainText } from '#domain/plain-text.ts'
import { toast } from '#web/app/toast.ts'
import { useApiMutation } from '#web/app/use-api.ts'
import { FormError } from '#web/features/access/form-error.tsx'
import { isZero } from '#web/format/number.ts'
import { useTexts } from '#web/texts/texts.ts'
import { Button } from '#web/ui/button.tsx'
import { Chips } from '#web/ui/chips.tsx'
import { DecimalField } from '#web/ui/decimal-field.tsx'
import { TextArea } from '#web/ui/text-area.tsx'

type Ways = OtcPayment | 'both'

/** A new offer: what, at which price, how much, and how it is paid. */
export function OfferForm({ terms, onDone }: { terms: OtcTermsView; onDone(): void }) {
  const { t } = useTexts()
  const queries = useQueryClient()
  const [side, setSide] = useState<OtcSide>('sell')
  const [currency, setCurrency] = useState('USDT')
  const [fiat, setFiat] = useState<OtcFiat>('EUR')
  const [kind, setKind] = useState<'tape' | 'fixed'>('tape')
  const [direction, setDirection] = useState<'above' | 'below'>('above')
  const [figure, setFigure] = useState('')
  const [amounts, setAmounts] = useState({ minimum: '', maximum: '', total: '' })
  const [ways, setWays] = useState<Ways>('domestic')
  const [said, say] = useState('')
  const publishing = useApiMutation(publishOtcOffer, { toastsRefusal: false })
  const decimals = findCurrency(currency)?.decimals ?? 8
  const isPlain = isPlainText(said)
  const isReady =
    figure !== '' && Object.values(amounts).every((text) => text !== '' && !isZero(text)) && isPlain

  async function publish(): Promise<void> {
    const done = await publishing.send({
      ...{ side, currency, fiat, ...amounts },
      ...(kind === 'fixed' ? { price: figure } : { margin: direction === 'below' ? `-${figure}` : figure }),
      payments: ways === 'both' ? otcPayments.join(',') : ways,
      ...(said.trim() !== '' && { terms: said.trim() }),
    })
    if (!done) return
    toast(t('otc_pages.published'))
    await queries.invalidateQueries({ queryKey: [ownOtcOffers.path] })
    await queries.invalidateQueries({ queryKey: [otcTerms.path] })
    onDone()
  }
  return (
    <form
      className="flex flex-col gap-3 pt-2"
      aria-label={t('otc_pages.new_offer')}
      onChange={() => publishing.reset()}
      onSubmit={(event) => {
        event.preventDefault()
        if (isReady) void publish()
      }}
    >
      <div className="-mx-4 flex flex-col">
        <Chips
          label={t('otc_pages.side')}
          choices={otcSides.map((id) => ({
            id,
            label: t(id === 'sell' ? 'otc_pages.offer_sells' : 'otc_pages.offer_buys'),
          }))}
          value={side}
          onChange={(next: OtcSide) => setSide(next)}
        />
        <Chips
          label={t('otc_pages.coin')}
          choices={terms.coins.map(({ code }) => ({ id: code, label: code }))}
          value={currency}
          onChange={(next: string) => setCurrency(next)}
        />
        <Chips
          label={t('otc_pages.fiat')}
          choices={otcFiats.map((id) => ({ id, label: id }))}
          value={fiat}
          onChange={(next: OtcFiat) => setFiat(next)}
        />
        <Chips
          label={t('otc_pages.price_kind')}
          choices={[
            { id: 'tape' as const, label: t('otc_pages.tape_price') },
            { id: 'fixed' as const, label: t('otc_pages.fixed_price') },
          ]}
          value={kind}
          onChange={(next) => {
            setKind(next)
            setFigure('')
          }}
        />
        {kind === 'tape' && (
          <Chips
            label={t('otc_pages.margin')}
            choices={(['above', 'below'] as const).map((id) => ({ id, label: t(`otc_pages.from_${id}`) }))}
            value={direction}
            onChange={(next: 'above' | 'below') => setDirection(next)}
          />
        )}
      </div>
      <DecimalField
        key={kind}
        label={kind === 'fixed' ? t('otc_pages.price_for_coin', { fiat, currency }) : t('otc_pages.margin')}
        unit={kind === 'fixed' ? fiat : '%'}
        decimals={kind === 'fixed' ? PRICE_DECIMALS : 2}
        value={figure}
        onChange={setFigure}
      />
      {(['minimum', 'maximum', 'total'] as const).map((name) => (
        <DecimalField
          key={name}
          label={t(`otc_pages.amount_${name}`)}
          unit={currency}
          decimals={decimals}
          value={amounts[name]}
          onChange={(value) => setAmounts((before) => ({ ...before, [name]: value }))}
        />
      ))}
      <div className="-mx-4">
        <Chips<Ways>
          label={t('otc_pages.payment')}
          choices={[
            { id: 'domestic', label: t('otc_pages.pay_domestic') },
            { id: 'international', label: t('otc_pages.pay_international') },
            { id: 'both', label: t('otc_pages.status_all') },
          ]}
          value={ways}
          onChange={setWays}
        />
      </div>
      <TextArea
        label={t('otc_pages.terms')}
        rows={2}
        maxLength={MAX_TERMS}
        value={said}
        hint={t('otc_pages.terms_hint')}
        error={isPlain ? undefined : t('chat_pages.message_signs')}
        onChange={(event) => say(event.target.value.replace(/\s*\n\s*/g, ' '))}
      />
      <FormError text={publishing.error?.message} />
      <Button type="submit" kind="primary" disabled={!isReady} isPending={publishing.isPending}>
        {t('otc_pages.publish')}
      </Button>
      {side === 'sell' && <p className="text-center text-12 text-t3">{t('otc_pages.publish_note')}</p>}
    </form>
  )
}
