import { type consoleCopyTerms, proposeCopyTerms } from '#domain/copy/console.ts'
import { unusualNumber } from '#domain/copy/offered-terms.ts'
import type { OutputOf } from '#domain/endpoint.ts'
import { trimFraction } from '#domain/money/group-digits.ts'
import { t } from '../../texts.ts'
import { BpsField } from '../../ui/bps-field.tsx'
import { CountField } from '../../ui/count-field.tsx'
import { farFrom } from '../../ui/far-from.ts'
import { DecimalField, ProposalForm } from '../../ui/proposal-form.tsx'
import { Unit } from '../../ui/unit.tsx'

type Terms = OutputOf<typeof consoleCopyTerms>['terms']

/** Other terms for relations to come, from those there are; the agreement says the widest. */
export const CopyTermsForm = ({
  terms,
  currency,
  onClose,
}: {
  terms: Terms
  currency: string
  onClose(): void
}) => (
  <ProposalForm
    endpoint={proposeCopyTerms}
    panel={t('copy.change_terms')}
    title={t('copy.terms')}
    text={t('copy.change_text', { version: terms.version })}
    onClose={onClose}
  >
    <div className="grid grid-cols-2 gap-3">
      {(['minAmount', 'maxAmount'] as const).map((name) => (
        <DecimalField
          key={name}
          label={t(`copy.term_${name}`)}
          name={name}
          end={<Unit>{currency}</Unit>}
          defaultValue={trimFraction(terms[name], 2)}
          unusualOf={farFrom(terms[name])}
        />
      ))}
    </div>
    {(['maxSlippageBps', 'equityBps', 'maxShareBps'] as const).map((name) => (
      <BpsField
        key={name}
        label={t(`copy.term_${name}_percent`)}
        name={name}
        present={terms[name]}
        unusualOf={unusualNumber}
      />
    ))}
    <div className="grid grid-cols-2 gap-3">
      <CountField label={t('copy.term_maxRelations')} name="maxRelations" value={terms.maxRelations} />
      <CountField label={t('copy.term_maxFollowers')} name="maxFollowers" value={terms.maxFollowers} />
    </div>
  </ProposalForm>
)
