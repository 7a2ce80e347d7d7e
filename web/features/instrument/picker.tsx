import { ChevronDown } from 'lucide-react'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import type { Instrument, InstrumentClass, TradingProduct } from '#domain/market/instrument.ts'
import { classIds } from '#domain/market/instrument.ts'
import { instruments } from '#domain/market/instruments.ts'
import { useTitle } from '#web/app/use-title.ts'
import { useQuote } from '#web/features/quotes/quotes.ts'
import { useTexts } from '#web/texts/texts.ts'
import { Chips } from '#web/ui/chips.tsx'
import { Change } from '#web/ui/pill.tsx'
import { Price } from '#web/ui/price.tsx'
import { Sheet } from '#web/ui/sheet.tsx'
import { nameOf } from './name-of.ts'
import { useIsHalted } from './use-is-halted.ts'

/** The page's title as a button that lists what else this product trades; the choice goes into the URL. */
export function InstrumentPicker({
  instrument,
  product,
}: {
  instrument: Instrument
  product?: TradingProduct
}) {
  const { t } = useTexts()
  const [isOpen, setOpen] = useState(false)
  useTitle(product ? `${instrument.label} ${t(`market.product_${product}`)}` : instrument.label)
  return (
    <>
      <h1 className="min-w-0">
        <button
          type="button"
          aria-haspopup="dialog"
          aria-label={t('market.choose_instrument', { name: instrument.label })}
          onClick={() => setOpen(true)}
          className="press flex min-h-11 max-w-full items-center gap-1 text-15 font-semibold xs:gap-1.5 xs:text-17"
        >
          <span className="truncate">{instrument.label}</span>
          <ChevronDown aria-hidden size={16} className="shrink-0" />
        </button>
      </h1>
      <Sheet isOpen={isOpen} onClose={() => setOpen(false)} title={t('market.instruments')}>
        <PickerList instrument={instrument} product={product} onDone={() => setOpen(false)} />
      </Sheet>
    </>
  )
}

const classes = Object.keys(classIds) as InstrumentClass[]

function PickerList({
  instrument,
  product,
  onDone,
}: {
  instrument: Instrument
  product: TradingProduct | undefined
  onDone(): void
}) {
  const { t, locale } = useTexts()
  const [, setQuery] = useSearchParams()
  const [kind, setKind] = useState<InstrumentClass>(instrument.class)
  const offered = instruments.filter(({ products }) => !product || products.includes(product))
  const kinds = classes.filter((name) => offered.some((one) => one.class === name))
  const choose = (symbol: string) => {
    setQuery(
      (before) => {
        before.set('symbol', symbol)
        return before
      },
      { replace: true },
    )
    onDone()
  }
  return (
    <>
      {kinds.length > 1 && (
        <div className="-mx-4 pb-1">
          <Chips<InstrumentClass>
            label={t('market.classes')}
            choices={kinds.map((name) => ({ id: name, label: t(`market.class_${classIds[name]}`) }))}
            value={kind}
            onChange={setKind}
          />
        </div>
      )}
      <ul className="-mx-4 min-h-[50dvh]">
        {offered
          .filter((one) => one.class === kind)
          .map((one) => (
            <li key={one.symbol}>
              <button
                type="button"
                aria-pressed={one.symbol === instrument.symbol}
                onClick={() => choose(one.symbol)}
                className="press flex min-h-12 w-full items-center gap-3 gutter text-left focus-visible:-outline-offset-2"
              >
                <span className="min-w-0 flex-1 truncate text-15">
                  <span className="font-semibold">{one.label}</span>{' '}
                  <span className="text-12 text-t3">{nameOf(one, locale)}</span>
                </span>
                <LiveFigures symbol={one.symbol} />
              </button>
            </li>
          ))}
      </ul>
    </>
  )
}

function LiveFigures({ symbol }: { symbol: string }) {
  const price = useQuote(symbol, (quote) => quote?.lastPrice ?? undefined)
  const change = useQuote(symbol, (quote) => quote?.changePercent ?? undefined)
  const isHalted = useIsHalted(symbol)
  const { t } = useTexts()
  return (
    <>
      <span className="text-13">
        <Price value={price} />
      </span>
      <span className="w-16 text-right text-12">
        {isHalted ? <span className="text-t2">{t('market.halted')}</span> : <Change change={change} />}
      </span>
    </>
  )
}
