import { useQueryClient } from '@tanstack/react-query'
import { Camera } from 'lucide-react'
import { useState } from 'react'
import { CLEARED_TEXT } from '#domain/fields.ts'
import { upload } from '#domain/upload/contract.ts'
import { type ProfileView, profile, setPortrait } from '#domain/user/contract.ts'
import { http } from '#web/app/api.ts'
import { errorText } from '#web/app/api-error.ts'
import { useApiMutation } from '#web/app/use-api.ts'
import { validateFile } from '#web/features/files/image-check.ts'
import { ImageInput } from '#web/features/files/image-input.tsx'
import { PrivateImage } from '#web/features/files/private-image.tsx'
import { useTexts } from '#web/texts/texts.ts'
import { Button } from '#web/ui/button.tsx'

/** The customer's picture, or the first letter of their name; tapping changes it. */
export function Portrait({ me }: { me: ProfileView }) {
  const { t } = useTexts()
  const queries = useQueryClient()
  const [problem, setProblem] = useState<string>()
  const save = useApiMutation(setPortrait, { toastsRefusal: false })

  async function change(file: File): Promise<void> {
    const found = await validateFile(file)
    if (found) return setProblem(t(`files.image_${found}`))
    setProblem(undefined)
    try {
      await show(await http.upload(upload, file))
    } catch (error) {
      setProblem(errorText(error) ?? t('common.fault_bad_answer'))
    }
  }

  async function show(portrait: string): Promise<void> {
    const saved = await save.send({ portrait })
    if (saved) queries.setQueryData([profile.path, {}], saved)
  }

  return (
    <div className="flex flex-col items-center gap-2">
      <ImageInput
        label={t('profile.change_picture')}
        onChoose={(file) => void change(file)}
        className="press relative cursor-pointer rounded-full has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-white"
      >
        <span className="flex size-20 items-center justify-center overflow-hidden rounded-full bg-s2 text-28 font-semibold text-t2">
          {me.portrait ? (
            <PrivateImage
              id={me.portrait}
              alt=""
              className="size-full object-cover"
              fallback={<Initial me={me} />}
            />
          ) : (
            <Initial me={me} />
          )}
        </span>
        <span
          aria-hidden
          className="absolute -right-1 -bottom-1 flex size-8 items-center justify-center rounded-full border-2 border-bg bg-s2"
        >
          <Camera size={16} strokeWidth={1.75} />
        </span>
      </ImageInput>
      {me.portrait && (
        <Button
          kind="quiet"
          size="small"
          isPending={save.isPending}
          onClick={() => {
            setProblem(undefined)
            void show(CLEARED_TEXT)
          }}
        >
          {t('profile.remove_picture')}
        </Button>
      )}
      {(problem ?? save.error?.message) && (
        <p role="alert" className="text-12 text-danger">
          {problem ?? save.error?.message}
        </p>
      )}
    </div>
  )
}

function Initial({ me }: { me: ProfileView }) {
  const [first] = me.nickname ?? me.email ?? me.mobile?.replace('+', '') ?? me.uid
  return <span aria-hidden>{first?.toUpperCase()}</span>
}
