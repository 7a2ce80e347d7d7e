import { readLeverages, unusualLeverages, unusualShare } from '#domain/contract/change-terms.ts'
import { type InstrumentTerms, proposeContractTerms } from '#domain/contract/console.ts'
import { trimFraction } from '#domain/money/group-digits.ts'
import { t } from '../../texts.ts'
import { BpsField } from '../../ui/bps-field.tsx'
import { farFrom } from '../../ui/far-from.ts'
import { DecimalField, ParsedField, ProposalForm } from '../../ui/proposal-form.tsx'
import { leveragesOf, leveragesText } from './terms.ts'

/** Other terms for an instrument's contracts to come, from those there are. */
export function ContractTermsForm({ terms, onClose }: { terms: InstrumentTerms; onClose(): void }) {
  const share = (name: Parameters<typeof unusualShare>[0]) => (
    <BpsField
      label={t(`contract.term_${name}`)}
      name={name}
      present={terms[name]}
      unusualOf={unusualShare(name)}
    />
  )
  return (
    <ProposalForm
      endpoint={proposeContractTerms}
      panel={t('contract.change_terms')}
      title={terms.label}
      text={t('contract.change_text', { version: terms.version })}
      inputOf={(typed) => ({ ...typed, symbol: terms.symbol })}
      onClose={onClose}
    >
      <ParsedField
        label={t('contract.term_leverages')}
        name="leverages"
        inputMode="text"
        value={leveragesText(terms.leverages)}
        hint={t('contract.leverages_hint', { most: terms.maxLeverage })}
        read={(text) => leveragesOf(text, terms.maxLeverage)}
        unusualOf={(leverages) => unusualLeverages(readLeverages(leverages), terms.leverages)}
        write={(leverages) => leverages}
        error={t('contract.leverages_error', { most: terms.maxLeverage })}
      />
      <div className="grid grid-cols-2 items-end gap-3">
        {share('feeBps')}
        {share('financingBps')}
        {share('maintenanceBps')}
        {share('marginCallBps')}
        {share('collarBps')}
        {share('slippageBps')}
      </div>
      {share('stressBps')}
      {(['maxPosition', 'maxOpenInterest'] as const).map((name) => (
        <DecimalField
          key={name}
          label={t(`contract.term_${name}`)}
          name={name}
          defaultValue={trimFraction(terms[name], 2)}
          unusualOf={farFrom(terms[name])}
        />
      ))}
    </ProposalForm>
  )
}
