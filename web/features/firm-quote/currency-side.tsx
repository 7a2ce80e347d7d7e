import { findCurrency } from '#domain/money/currencies.ts'
import { Amount } from '#web/app/amount.tsx'
import { amount } from '#web/format/number.ts'
import { CoinMark } from '#web/ui/coin-mark.tsx'
import { Select } from '#web/ui/select-sheet.tsx'

/** A currency of the funding wallet to choose, with what there is of it. */
export interface CurrencyChoice {
  readonly code: string
  readonly available: string
}

/** One side of an exchange of currencies: which one, and what there is of it. */
export function CurrencySide({
  name,
  code,
  choices,
  onChoose,
}: {
  name: string
  code: string
  choices: readonly CurrencyChoice[]
  onChoose(code: string): void
}) {
  return (
    <div className="flex min-h-19 items-center gap-3 py-2 pr-16 pl-3">
      <CoinMark code={code} colour={findCurrency(code)?.colour ?? ''} size={28} />
      <span className="w-10 shrink-0 text-13 text-t2">{name}</span>
      <div className="min-w-0 flex-1">
        <Select
          label={name}
          value={code}
          onChange={onChoose}
          choices={choices.map((one) => ({
            id: one.code,
            label: one.code,
            note: `${findCurrency(one.code)?.name ?? one.code} · ${amount(one.available)}`,
          }))}
          className="target !min-h-8 text-15 font-semibold"
        />
        <p className="figures text-12 text-t3">
          <Amount value={choices.find((one) => one.code === code)?.available ?? '0'} />
        </p>
      </div>
    </div>
  )
}
