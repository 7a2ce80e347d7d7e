import type { VerificationView } from '#domain/verification/contract.ts'
import { realTypes } from '#domain/verification/rules.ts'
import { Offered } from '#web/features/eligibility/offered.tsx'
import { useTexts } from '#web/texts/texts.ts'
import { Button } from '#web/ui/button.tsx'
import { RadioList } from '#web/ui/radio-list.tsx'
import { IdTypeField, NameField, NumberField } from './fields.tsx'
import { DraftSaved, LevelForm } from './level-form.tsx'
import { PhotoField } from './photo-field.tsx'
import { AcceptedBefore } from './refused.tsx'
import { useForm } from './use-form.ts'

/** The basic form: name, document, number, and the two sides of it for who wants to. */
export default function BasicPage() {
  return (
    <LevelForm tier="basic">
      {(view) => (
        <Offered product="registration">
          <BasicForm key={view.status} view={view} />
        </Offered>
      )}
    </LevelForm>
  )
}

function BasicForm({ view }: { view: VerificationView }) {
  const { t } = useTexts()
  const form = useForm(view)
  // Photos that were sent once are asked for again without the choice.
  const hasPhotos = form.asks('realType')
    ? form.details.realType === 'photos'
    : form.asks('front') || form.asks('reverse')
  return (
    <form
      className="flex flex-col gap-3"
      aria-label={t('verification_pages.level_basic')}
      onSubmit={(event) => {
        event.preventDefault()
        void form.send()
      }}
    >
      <AcceptedBefore view={view} />
      <NameField form={form} name="name" />
      <IdTypeField form={form} />
      <NumberField form={form} />
      {form.asks('realType') && (
        <RadioList
          label={t('verification_pages.real_type')}
          isLabelShown
          value={form.details.realType as (typeof realTypes)[number] | undefined}
          choices={realTypes.map((id) => ({ id, label: t(`verification_pages.real_${id}`) }))}
          onChange={(realType) => form.change({ realType })}
        />
      )}
      {hasPhotos && (
        <>
          <PhotoField form={form} picture="front" />
          <PhotoField form={form} picture="reverse" />
          <p className="text-12 text-t3">{t('verification_pages.photo_tip')}</p>
        </>
      )}
      <p className="text-12 text-t3">{t('verification_pages.private')}</p>
      {form.error && (
        <p role="alert" className="text-13 text-danger">
          {form.error.message}
        </p>
      )}
      <Button type="submit" kind="primary" isPending={form.isSending}>
        {t('verification_pages.send')}
      </Button>
      <Button isPending={form.isSaving} onClick={() => void form.keepDraft()}>
        {t('verification_pages.save_draft')}
      </Button>
      <DraftSaved form={form} />
    </form>
  )
}
