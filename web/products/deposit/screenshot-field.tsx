import { ImagePlus } from 'lucide-react'
import { useRef, useState } from 'react'
import { upload } from '#domain/upload/contract.ts'
import { http } from '#web/app/api.ts'
import { errorText } from '#web/app/api-error.ts'
import { validateFile } from '#web/features/files/image-check.ts'
import { ImageInput } from '#web/features/files/image-input.tsx'
import { useObjectUrl } from '#web/features/files/private-image.tsx'
import { useTexts } from '#web/texts/texts.ts'
import { cx } from '#web/ui/cx.ts'
import { FieldNote } from '#web/ui/field.tsx'

/** A picture that proves a payment: checked before it is sent, sent at once, shown as what was chosen. */
export function ScreenshotField({
  label,
  note: optional,
  error,
  onUpload,
}: {
  label: string
  /** Stands under the label until one is chosen, with what can be. */
  note?: string | undefined
  error: string | undefined
  onUpload(id: string | undefined): void
}) {
  const { t } = useTexts()
  const [file, setFile] = useState<File>()
  const [problem, setProblem] = useState<string>()
  const [isSending, setSending] = useState(false)
  const [isUnshown, setUnshown] = useState(false)
  const preview = useObjectUrl(file)
  // Of two that were chosen one after the other the later counts, whichever arrives first.
  const choice = useRef<File>(undefined)

  async function choose(chosen: File): Promise<void> {
    choice.current = chosen
    onUpload(undefined)
    setFile(undefined)
    setUnshown(false)
    setSending(false)
    const found = await validateFile(chosen)
    if (choice.current !== chosen) return
    if (found) return setProblem(t(`files.image_${found}`))
    setProblem(undefined)
    setFile(chosen)
    setSending(true)
    try {
      const id = await http.upload(upload, chosen)
      if (choice.current === chosen) onUpload(id)
    } catch (failed) {
      if (choice.current !== chosen) return
      setFile(undefined)
      setProblem(errorText(failed) ?? t('common.fault_bad_answer'))
    } finally {
      if (choice.current === chosen) setSending(false)
    }
  }

  const note = problem ?? error
  return (
    <div>
      <ImageInput
        label={label}
        onChoose={(chosen) => void choose(chosen)}
        className={cx(
          'press flex min-h-24 cursor-pointer items-center gap-3 rounded-8 border border-dashed bg-s1 p-3 has-focus-visible:border-white',
          note ? 'border-danger' : 'border-line2',
        )}
      >
        {preview && !isUnshown ? (
          <img
            src={preview}
            alt=""
            // Most browsers do not show a JPEG 2000.
            onError={() => setUnshown(true)}
            className="h-20 w-16 shrink-0 rounded-6 object-cover"
          />
        ) : (
          <span className="flex h-20 w-16 shrink-0 items-center justify-center rounded-6 bg-s2">
            <ImagePlus aria-hidden size={22} strokeWidth={1.75} className="text-t2" />
          </span>
        )}
        <span className="min-w-0 flex-1">
          <span className="block text-15 font-semibold">
            {preview ? t('deposit_pages.change_screenshot') : label}
          </span>
          <span role="status" className="block text-13 text-t2">
            {isSending
              ? t('deposit_pages.sending')
              : preview
                ? t('deposit_pages.screenshot_ready')
                : [optional, t('deposit_pages.screenshot_note')].filter(Boolean).join(' · ')}
          </span>
        </span>
      </ImageInput>
      <FieldNote id="screenshot-note" error={note} hint={t('deposit_pages.screenshot_private')} />
    </div>
  )
}
