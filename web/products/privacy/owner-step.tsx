import { secondFactor } from '#domain/user/second-factor.ts'
import { ErrorState } from '#web/app/error-state.tsx'
import { type useApiMutation, useApiQuery } from '#web/app/use-api.ts'
import { hasFactor } from '#web/features/access/has-factor.ts'
import { OwnerForm, useOwnerProof } from '#web/features/owner/owner-form.tsx'
import { SkeletonRows } from '#web/ui/skeleton.tsx'

interface Step {
  readonly form: ReturnType<typeof useApiMutation>
  readonly action: string
  onProven(given: ReturnType<typeof useOwnerProof>['given']): Promise<void>
}

/** What its owner confirms, once it is known whether there is a second factor. */
export function OwnerStep(step: Step) {
  const factor = useApiQuery(secondFactor, {})
  if (factor.isError && !factor.data)
    return <ErrorState error={factor.error} onRetry={() => void factor.refetch()} />
  if (!factor.data) return <SkeletonRows count={2} />
  return <Form {...step} asksFactor={hasFactor(factor.data)} />
}

function Form({ form, action, onProven, asksFactor }: Step & { asksFactor: boolean }) {
  const proof = useOwnerProof(asksFactor)
  return <OwnerForm form={form} proof={proof} action={action} onSend={() => onProven(proof.given)} />
}
