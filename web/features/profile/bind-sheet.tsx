import { useQueryClient } from '@tanstack/react-query'
import { bindEmail, bindMobile, profile } from '#domain/user/contract.ts'
import { toast } from '#web/app/toast.ts'
import { useApiMutation } from '#web/app/use-api.ts'
import { AccessForm } from '#web/features/access/access-form.tsx'
import { CodeStep } from '#web/features/access/code-step.tsx'
import type { ContactKind } from '#web/features/access/contact-draft.ts'
import { OwnFactor, useOwnFactor } from '#web/features/access/own-factor.tsx'
import { useCodeStep } from '#web/features/access/use-code-step.ts'
import { OwnerProof, useOwner } from '#web/features/owner/owner-proof.tsx'
import { useTexts } from '#web/texts/texts.ts'
import { Sheet } from '#web/ui/sheet.tsx'

/** A new email address or mobile number: proved by a code sent to it, allowed by the password or what takes its place, and the second factor. */
export function BindSheet({ kind, onClose }: { kind: ContactKind; onClose(): void }) {
  const { t } = useTexts()
  const queries = useQueryClient()
  const step = useCodeStep(kind, kind)
  const owner = useOwner()
  const factor = useOwnFactor()
  const email = useApiMutation(bindEmail, { toastsRefusal: false })
  const mobile = useApiMutation(bindMobile, { toastsRefusal: false })
  const bind = kind === 'email' ? email : mobile
  const isReady = step.isReady && owner.isReady && factor.isReady

  async function save(): Promise<void> {
    const { contact, ...where } = step.contact
    const proof = { code: step.code, ...owner.given, ...factor.given }
    const done =
      kind === 'email'
        ? await email.send({ email: contact, ...proof })
        : await mobile.send({
            mobile: contact,
            ...proof,
            ...('areaCode' in where ? { areaCode: where.areaCode } : {}),
          })
    if (!done) return
    await queries.invalidateQueries({ queryKey: [profile.path] })
    toast(t('profile.contact_saved'))
    onClose()
  }

  return (
    <Sheet isOpen isInUrl onClose={onClose} title={t(`profile.bind_${kind}`)} text={t('profile.bind_note')}>
      <div className="pt-2">
        <AccessForm form={bind} action={t('profile.save')} isReady={isReady} onSend={save}>
          <CodeStep step={step} form={bind} invalidText={t(`security_pages.invalid_${kind}`)} />
          <OwnerProof proof={owner} form={bind} />
          <OwnFactor factor={factor} form={bind} />
        </AccessForm>
      </div>
    </Sheet>
  )
}
