import type { Unusual } from '#domain/console/unusual.ts'
import { plainPercent } from '#domain/money/rate.ts'
import { t } from '../texts.ts'
import { ParsedField } from './proposal-form.tsx'
import { bpsOf, decimalOf } from './typed-amount.ts'

/** A field for a share, typed in percent and sent in basis points; `present` is what it is now. */
export const BpsField = ({
  present,
  unusualOf,
  ...field
}: {
  label: string
  name: string
  present: number
  unusualOf: (bps: number, present: number) => Unusual | undefined
}) => (
  <ParsedField
    {...field}
    value={plainPercent(present)}
    read={percentTyped}
    unusualOf={(bps) => unusualOf(bps, present)}
    write={String}
    error={t('proposal.percent_error')}
  />
)

function percentTyped(text: string): number | undefined {
  const decimal = decimalOf(text)
  return decimal === undefined ? undefined : bpsOf(decimal)
}
