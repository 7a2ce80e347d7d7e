import { unusualChange } from '#domain/console/unusual.ts'
import { trimFraction } from '#domain/money/group-digits.ts'
import { signedUnits } from '#web/features/money/decimals.ts'
import { DecimalField } from './proposal-form.tsx'
import { Unit } from './unit.tsx'

/** More than any currency has. */
const MAX_DECIMALS = 18

/** A field for an amount of terms, with what it is now; a change of its size is looked at twice. */
export const TermAmountField = ({
  present,
  decimals = 2,
  currency,
  ...field
}: {
  label: string
  name: string
  present: string
  /** How many decimals are shown at least. */
  decimals?: number
  /** What it is in. */
  currency?: string | undefined
}) => (
  <DecimalField
    {...field}
    end={currency === undefined ? undefined : <Unit>{currency}</Unit>}
    defaultValue={trimFraction(present, decimals)}
    unusualOf={(typed) => unusualChange(signedUnits(typed, MAX_DECIMALS), signedUnits(present, MAX_DECIMALS))}
  />
)

/** A field for each of some amounts of the same terms, by the label of each. */
export const TermAmountFields = <Name extends string>({
  labels,
  terms,
  currency,
}: {
  labels: Readonly<Record<Name, string>>
  terms: Readonly<Record<NoInfer<Name>, string>>
  /** What all of them are in. */
  currency?: string
}) =>
  (Object.keys(labels) as Name[]).map((name) => (
    <TermAmountField key={name} label={labels[name]} name={name} present={terms[name]} currency={currency} />
  ))
