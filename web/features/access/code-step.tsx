import { useTexts } from '#web/texts/texts.ts'
import { CodeInput } from '#web/ui/code-input.tsx'
import { ContactFields, EmailField, MobileField } from './contact-fields.tsx'
import { type FormMutation, fieldError } from './field-error.ts'
import { SendCodeButton } from './send-code-button.tsx'
import type { useCodeStep } from './use-code-step.ts'

const fields = { email: EmailField, mobile: MobileField }

/** A contact with "Send code" in its field, and the field for the code. Typing takes the form's refusal back. */
export function CodeStep({
  step,
  form,
  sentText,
  invalidText,
}: {
  step: ReturnType<typeof useCodeStep>
  form: FormMutation
  /** What is said once a code is on its way; nothing where the form says it already. */
  sentText?: 'access.code_sent' | 'access.code_sent_if'
  /** What is said of what is no contact, where it can be of one kind alone. */
  invalidText?: string
}) {
  const { t } = useTexts()
  const { codes } = step
  const Contact = step.kind ? fields[step.kind] : ContactFields
  return (
    <>
      <Contact
        error={
          invalidText && [form.error, codes.error].some((error) => error?.code === 'CONTACT_INVALID')
            ? invalidText
            : (fieldError(form.error, 'contact') ?? codes.error?.message)
        }
        onChange={() => {
          form.reset()
          codes.reset()
        }}
        end={
          <SendCodeButton
            waitSeconds={codes.waitSeconds}
            wasSent={codes.sentTo !== undefined}
            isPending={codes.isPending}
            onSend={step.send}
          />
        }
      />
      {codes.isChecking ? (
        <p role="status" className="text-13 text-t2">
          {t('access.checking')}
        </p>
      ) : (
        sentText &&
        codes.sentTo && (
          <p role="status" className="text-13 text-t2">
            {t(sentText, { contact: codes.sentTo })}
          </p>
        )
      )}
      <CodeInput
        label={t('access.code')}
        value={step.code}
        error={fieldError(form.error, 'code')}
        onChange={(typed) => {
          step.setCode(typed)
          form.reset()
        }}
      />
    </>
  )
}
