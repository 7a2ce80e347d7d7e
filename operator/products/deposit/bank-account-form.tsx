import { readAddress } from '#domain/deposit/addresses.ts'
import { bankWays } from '#domain/deposit/bank.ts'
import { type ConsoleBankAccount, proposeBankAccount } from '#domain/deposit/console.ts'
import { trimFraction } from '#domain/money/group-digits.ts'
import { t } from '../../texts.ts'
import { Choice } from '../../ui/choice.tsx'
import { DecimalField, ParsedField, PlainField, ProposalForm } from '../../ui/proposal-form.tsx'

/** What is kept in each currency that banks pay here. */
const currencies = ['USD', 'EUR'] as const
const texts = [
  ['beneficiary', 'deposit.bank_beneficiary', true],
  ['beneficiaryAddress', 'deposit.bank_beneficiary_address', true],
  ['bankName', 'deposit.bank_name', true],
  ['bankAddress', 'deposit.bank_address', true],
  ['branch', 'deposit.bank_branch', false],
] as const
const codes = [
  ['accountNumber', 'deposit.bank_account_number'],
  ['aba', 'deposit.bank_aba'],
  ['swiftCode', 'deposit.bank_swift'],
] as const

/** A new bank account, or the next version of one. */
export function BankAccountForm({ changed, onClose }: { changed?: ConsoleBankAccount; onClose(): void }) {
  return (
    <ProposalForm
      endpoint={proposeBankAccount}
      panel={t('deposit.banks')}
      title={changed ? t('deposit.bank_change') : t('deposit.bank_publish')}
      text={t('deposit.bank_form_text')}
      inputOf={(typed) => {
        const ways = bankWays.filter((way) => typed[`way-${way}`] !== undefined)
        const fields = Object.entries(typed).filter(([name]) => !name.startsWith('way-'))
        return {
          ...Object.fromEntries(fields),
          ...(changed && { account: changed.account, currency: changed.currency }),
          ways: ways.join(','),
        }
      }}
      onClose={onClose}
    >
      {changed ? (
        <p className="text-15">{changed.currency}</p>
      ) : (
        <Choice
          label={t('common.currency')}
          name="currency"
          options={currencies.map((code) => ({ id: code, label: code }))}
          value="USD"
        />
      )}
      <fieldset className="flex flex-wrap gap-x-4 gap-y-1 text-15">
        <legend className="pb-1 text-12 text-t2">{t('deposit.bank_ways')}</legend>
        {bankWays.map((way) => (
          <label key={way} className="flex min-h-9 items-center gap-2">
            <input
              type="checkbox"
              name={`way-${way}`}
              value="1"
              defaultChecked={changed?.ways.includes(way) ?? true}
              className="size-4 accent-current"
            />
            {t(`deposit.way_${way}`)}
          </label>
        ))}
      </fieldset>
      {texts.map(([name, label, isRequired]) => (
        <PlainField
          key={name}
          label={t(label)}
          name={name}
          defaultValue={changed?.[name]}
          required={isRequired}
        />
      ))}
      <ParsedField
        label={t('deposit.bank_iban')}
        name="iban"
        inputMode="text"
        spellCheck={false}
        required={false}
        value={changed?.iban}
        read={(typed) => (typed === '' ? '' : readAddress('IBAN', typed))}
        write={(iban) => iban}
        error={t('deposit.form_unlike', { network: 'IBAN' })}
        hintOf={(iban) => iban || t('deposit.bank_iban_hint')}
      />
      {codes.map(([name, label]) => (
        <PlainField key={name} label={t(label)} name={name} defaultValue={changed?.[name]} required={false} />
      ))}
      <PlainField
        label={t('deposit.bank_countries')}
        name="countries"
        hint={t('deposit.bank_countries_hint')}
        defaultValue={changed?.countries.join(', ')}
        required={false}
      />
      <PlainField
        label={t('deposit.bank_cut_off')}
        name="cutOff"
        hint={t('deposit.bank_cut_off_hint')}
        defaultValue={changed?.cutOff ?? '15:00'}
      />
      {(['minimum', 'maximum'] as const).map((name) => (
        <DecimalField
          key={name}
          label={t(name === 'minimum' ? 'deposit.form_minimum' : 'deposit.bank_maximum')}
          name={name}
          defaultValue={changed && trimFraction(changed[name], 2)}
        />
      ))}
      <Choice
        label={t('deposit.bank_open')}
        name="isOpen"
        options={[
          { id: '1', label: t('deposit.yes') },
          { id: '0', label: t('deposit.no') },
        ]}
        value={changed && !changed.isOpen ? '0' : '1'}
      />
    </ProposalForm>
  )
}
