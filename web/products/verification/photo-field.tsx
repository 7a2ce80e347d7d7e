import { CircleAlert, CircleCheck, ImagePlus } from 'lucide-react'
import { useId, useRef, useState } from 'react'
import { upload } from '#domain/upload/contract.ts'
import { verificationPicture } from '#domain/verification/contract.ts'
import type { Picture } from '#domain/verification/rules.ts'
import { http } from '#web/app/api.ts'
import { errorText } from '#web/app/api-error.ts'
import { validateFile } from '#web/features/files/image-check.ts'
import { ImageInput } from '#web/features/files/image-input.tsx'
import { PrivateImage } from '#web/features/files/private-image.tsx'
import { useTexts } from '#web/texts/texts.ts'
import { cx } from '#web/ui/cx.ts'
import { FieldNote } from '#web/ui/field.tsx'
import { lookAtFile, type PhotoHint } from './look-at-file.ts'
import { Refused, refusedItem } from './refused.tsx'
import type { VerificationForm } from './use-form.ts'
import { photoWords } from './words.ts'

/** One photo: looked at on the device, sent at once, and shown as it was kept. */
export function PhotoField({ form, picture }: { form: VerificationForm; picture: Picture }) {
  const { t } = useTexts()
  const noteId = useId()
  const [problem, setProblem] = useState<string>()
  const [hints, setHints] = useState<readonly PhotoHint[]>()
  const [isSending, setSending] = useState(false)
  // Of two that were chosen one after the other the later counts, whichever arrives first.
  const choice = useRef<File>(undefined)
  if (!form.asks(picture)) return null
  const label = photoWords(picture, form.details.idType, t)
  const value = form.details[picture]
  // What was refused stays in sight until another is chosen.
  const refused = refusedItem(form.view, picture)?.picture
  const isKept = value !== undefined && value === form.view.draft?.[picture]

  async function choose(file: File): Promise<void> {
    choice.current = file
    setHints(undefined)
    setSending(false)
    const found = await validateFile(file)
    if (choice.current !== file) return
    if (found) return setProblem(t(`files.image_${found}`))
    setProblem(undefined)
    setSending(true)
    try {
      const [seen, id] = await form.uploading(() =>
        Promise.all([lookAtFile(file), http.upload(upload, file)]),
      )
      if (choice.current !== file) return
      setHints(seen)
      form.change({ [picture]: id })
    } catch (failed) {
      if (choice.current === file) setProblem(errorText(failed) ?? t('common.fault_bad_answer'))
    } finally {
      if (choice.current === file) setSending(false)
    }
  }

  const missing = form.errorOf(picture)
  const error = problem ?? (missing && refused ? t('verification_pages.photo_needed') : missing)
  const thumbnail = 'h-20 w-28 shrink-0 rounded-6 object-cover'
  return (
    <div>
      <Refused view={form.view} item={picture} />
      <ImageInput
        label={label}
        onChoose={(file) => void choose(file)}
        className={cx(
          'press flex min-h-24 cursor-pointer items-center gap-3 rounded-8 border border-dashed bg-s1 p-3 has-focus-visible:border-white',
          error ? 'border-danger' : 'border-line2',
        )}
      >
        {value ? (
          <PrivateImage
            id={value}
            {...(isKept && { call: verificationPicture })}
            alt=""
            className={thumbnail}
            fallback={<span className={cx(thumbnail, 'bg-s2')} />}
          />
        ) : refused ? (
          <PrivateImage
            id={refused}
            call={verificationPicture}
            alt={t('verification_pages.your_photo')}
            className={cx(thumbnail, 'border border-danger opacity-50')}
            fallback={<span className={cx(thumbnail, 'bg-s2')} />}
          />
        ) : (
          <span className={cx(thumbnail, 'flex items-center justify-center bg-s2')}>
            <ImagePlus aria-hidden size={22} strokeWidth={1.75} className="text-t2" />
          </span>
        )}
        <span className="min-w-0 flex-1">
          <span className="block text-15 font-semibold">{label}</span>
          <span role="status" className="block text-13 text-t2">
            {isSending
              ? t('verification_pages.photo_sending')
              : value
                ? `${t('verification_pages.photo_ready')} · ${t('verification_pages.photo_change')}`
                : t(refused ? 'verification_pages.photo_refused' : 'verification_pages.photo_note')}
          </span>
        </span>
      </ImageInput>
      {hints && <Hints hints={hints} />}
      <FieldNote id={noteId} error={error} />
    </div>
  )
}

/** What was seen on the device: a hint, the customer decides. */
function Hints({ hints }: { hints: readonly PhotoHint[] }) {
  const { t } = useTexts()
  if (hints.length === 0)
    return (
      <p className="flex items-center gap-2 pt-2 text-13 text-t2">
        <CircleCheck aria-hidden size={18} className="shrink-0" />
        {t('verification_pages.hint_good')}
      </p>
    )
  return (
    <ul className="pt-2">
      {hints.map((hint) => (
        <li key={hint} className="flex items-center gap-2 py-0.5 text-13 text-danger">
          <CircleAlert aria-hidden size={18} className="shrink-0" />
          {t(`verification_pages.hint_${hint}`)}
        </li>
      ))}
    </ul>
  )
}
