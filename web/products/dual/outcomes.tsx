import type { DualOrderView } from '#domain/dual/contract.ts'
import { amount, grouped } from '#web/format/number.ts'
import { useTexts } from '#web/texts/texts.ts'

type Shown = Pick<DualOrderView, 'type' | 'base' | 'quote' | 'strike'> & {
  readonly above: string
  readonly below: string
  /** The yield, in the currency put in. */
  readonly gain: string
}

/** Both outcomes in money, at equal size. */
export function Outcomes({ type, base, quote, strike, above, below, gain }: Shown) {
  const { t } = useTexts()
  const price = grouped(strike)
  const isCall = type === 'call'
  const plus = (
    <p className="figures text-13 text-gold">{t('dual_pages.plus_yield', { amount: amount(gain) })}</p>
  )
  return (
    <div className="grid grid-cols-2">
      <div className="pr-3">
        <h3 className="text-13 font-normal text-t2">{t('dual_pages.if_above', { coin: base, price })}</h3>
        <p className="figures pt-0.5 text-17 font-semibold xs:text-20">
          {amount(above)} <span className="text-13 font-normal text-t2">{quote}</span>
        </p>
        {isCall ? <p className="figures text-13 text-t2">{t('dual_pages.sold_at', { price })}</p> : plus}
      </div>
      <div className="border-l border-line2 pl-3">
        <h3 className="text-13 font-normal text-t2">{t('dual_pages.if_below', { coin: base, price })}</h3>
        <p className="figures pt-0.5 text-17 font-semibold xs:text-20">
          {amount(below)} <span className="text-13 font-normal text-t2">{base}</span>
        </p>
        {isCall ? plus : <p className="figures text-13 text-t2">{t('dual_pages.bought_at', { price })}</p>}
      </div>
    </div>
  )
}
