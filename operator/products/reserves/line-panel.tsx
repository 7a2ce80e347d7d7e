import { isZero } from '#web/format/number.ts'
import { KeyValue } from '#web/ui/key-value.tsx'
import { amountText, dateTimeUtc, shortHash } from '../../format.ts'
import { t } from '../../texts.ts'
import { Panel } from '../../ui/panel.tsx'
import { Nothing } from '../../ui/states.tsx'
import { differenceText, resultText } from './columns.tsx'
import type { Line, Looked } from './types.ts'

const negative = (decimal: string): string => (isZero(decimal) ? decimal : `-${decimal}`)

/** One coin or token of a chain: what was found where, and what should be there by what. */
export function LinePanel({ line, onClose }: { line: Line; onClose(): void }) {
  const { chain, currency, look } = line
  return (
    <Panel title={chain} onClose={onClose}>
      <p className="mb-4 text-20 font-semibold">{currency}</p>
      {look ? <Details look={look} currency={currency} /> : <Nothing title={t('reserves.not_looked')} />}
    </Panel>
  )
}

function Details({ look, currency }: { look: Looked; currency: string }) {
  const show = (name: string, value: string) => ({ name, value: amountText(value, currency) })
  return (
    <>
      <p className={look.result === 'missing' ? 'mb-4 text-13 text-danger' : 'mb-4 text-13 text-t2'}>
        {resultText(look)}
      </p>
      <h3 className="mb-1 text-13 text-t2">{t('reserves.what_is')}</h3>
      <KeyValue
        ruled
        lines={[
          show(t('reserves.on_deposit'), look.onDeposit),
          show(t('reserves.on_payer'), look.onPayer),
          show(t('reserves.on_cold'), look.onCold),
          show(t('reserves.found'), look.found),
        ]}
      />
      <h3 className="mt-5 mb-1 text-13 text-t2">{t('reserves.what_should')}</h3>
      <KeyValue
        ruled
        lines={[
          show(t('reserves.arrived'), look.arrived),
          show(t('reserves.by_hand'), look.byHand),
          show(t('reserves.funded'), look.funded),
          show(t('reserves.paid'), negative(look.paid)),
          show(t('reserves.fees'), negative(look.fees)),
          show(t('reserves.expected'), look.expected),
          { name: t('reserves.difference'), value: `${differenceText(look.difference)} ${currency}` },
          show(t('reserves.under_way'), look.underWay),
        ]}
      />
      {look.feesUnknown > 0 && (
        <p className="mt-3 text-13 text-gold">{t('reserves.fees_unknown', { count: look.feesUnknown })}</p>
      )}
      <h3 className="mt-5 mb-1 text-13 text-t2">{t('reserves.look')}</h3>
      <KeyValue
        ruled
        lines={[
          { name: t('reserves.time'), value: dateTimeUtc(look.atMs) },
          { name: t('reserves.block'), value: String(look.height) },
          { name: t('reserves.hash'), value: shortHash(look.block.replace(/^0x/, '')) },
          { name: t('reserves.addresses_count'), value: String(look.addresses) },
        ]}
      />
    </>
  )
}
