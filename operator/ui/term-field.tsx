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
  currency?: string
}) => (
  <DecimalField
    {...field}
    end={currency === undefined ? undefined : <Unit>{currency}</Unit>}
    defaultValue={trimFraction(present, decimals)}
    unusualOf={(typed) => unusualChange(signedUnits(typed, MAX_DECIMALS), signedUnits(present, MAX_DECIMALS))}
  />
)
