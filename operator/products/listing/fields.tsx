import { isPositive, isStepSize, MAX_LOT_SIZE } from '#domain/listing/rules.ts'
import { unusualFee } from '#domain/listing/usual.ts'
import { t } from '../../texts.ts'
import { ParsedField } from '../../ui/proposal-form.tsx'
import { decimalOf } from '../../ui/typed-amount.ts'
import { feeOf } from './terms.ts'

/** The fields that several forms of the listing have. */

type Props = { label: string; name: string; value?: string | undefined }

const decimalIf = (isRight: (text: string) => boolean) => (text: string) => {
  const decimal = decimalOf(text)
  return decimal !== undefined && isRight(decimal) ? decimal : undefined
}
const asTyped = (text: string) => text

function feeTyped(text: string): number | undefined {
  const decimal = decimalOf(text)
  return decimal === undefined ? undefined : feeOf(decimal)
}

/** A field for a fee, typed in percent and sent in basis points; `present` is what it is now. */
export const FeeField = ({ present, ...props }: Props & { present?: number }) => (
  <ParsedField
    {...props}
    read={feeTyped}
    write={String}
    error={t('listing.fee_error')}
    unusualOf={(bps) => unusualFee(bps, present)}
  />
)

/** A field for an amount or a price above zero. */
export const PositiveField = ({ currency, ...props }: Props & { currency?: string }) => (
  <ParsedField
    {...props}
    read={decimalIf(isPositive)}
    write={asTyped}
    error={t('listing.positive_error')}
    end={currency && <span className="text-13 text-t2">{currency}</span>}
  />
)

/** A field for a tick or a step. */
export const StepField = (props: Props) => (
  <ParsedField {...props} read={decimalIf(isStepSize)} write={asTyped} error={t('listing.size_error')} />
)

/** A field for how much of base one lot is. */
export const LotField = (props: Props) => (
  <ParsedField
    {...props}
    inputMode="numeric"
    read={(text) => {
      const lot = /^[1-9]\d{0,6}$/.test(text) ? Number(text) : undefined
      return lot !== undefined && lot <= MAX_LOT_SIZE ? lot : undefined
    }}
    write={String}
    error={t('listing.lot_error')}
  />
)

/** A field for a currency's code; small letters are taken for capitals. */
export const CodeField = (props: Props) => (
  <ParsedField
    {...props}
    inputMode="text"
    spellCheck={false}
    read={(text) => (/^[A-Z][A-Z0-9]{1,9}$/i.test(text) ? text.toUpperCase() : undefined)}
    write={asTyped}
    error={t('listing.code_error')}
  />
)
