import { unusualChange } from '#domain/console/unusual.ts'
import { signedUnits } from '#web/features/money/decimals.ts'

/** More than any currency has. */
const MAX_DECIMALS = 10

/** Why an amount should be looked at twice: far from the present one, of the same currency. */
export const farFrom = (present: string) => (decimal: string) =>
  unusualChange(signedUnits(decimal, MAX_DECIMALS), signedUnits(present, MAX_DECIMALS))
