import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { CLEARED_TEXT } from '#domain/fields.ts'
import { editProfile, type ProfileView, profile } from '#domain/user/contract.ts'
import { readNickname, readSignature } from '#domain/user/names.ts'
import { useApiMutation } from '#web/app/use-api.ts'
import { refusalText, useTexts } from '#web/texts/texts.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { Sheet } from '#web/ui/sheet.tsx'

export type EditedPart = 'nickname' | 'signature'

/** What the server would say of a name, before it is sent; none at all clears it. */
function validateProfile(part: EditedPart, typed: string): string | undefined {
  if (typed === '') return undefined
  const read = part === 'signature' ? readSignature(typed) : readNickname(typed)
  return read.ok ? undefined : refusalText(read.code)
}

/** The nickname or the signature to type anew. */
export function EditSheet({ part, me, onClose }: { part: EditedPart; me: ProfileView; onClose(): void }) {
  const { t } = useTexts()
  const queries = useQueryClient()
  const [typed, setTyped] = useState(me[part] ?? '')
  const [isTouched, setTouched] = useState(false)
  const edit = useApiMutation(editProfile, { toastsRefusal: false })
  const problem = validateProfile(part, typed)

  async function save(): Promise<void> {
    setTouched(true)
    if (problem) return
    const saved = await edit.send({ [part]: typed === '' ? CLEARED_TEXT : typed })
    if (!saved) return
    queries.setQueryData([profile.path, {}], saved)
    onClose()
  }

  return (
    <Sheet isOpen onClose={onClose} title={t(`profile.edit_${part}`)} text={t(`profile.edit_${part}_note`)}>
      <form
        className="flex flex-col gap-4 pt-2"
        onSubmit={(event) => {
          event.preventDefault()
          void save()
        }}
      >
        <Field
          label={t(`profile.edit_${part}`)}
          autoComplete="off"
          value={typed}
          maxLength={60}
          error={edit.error?.message ?? (isTouched ? problem : undefined)}
          onBlur={() => setTouched(typed !== '')}
          onChange={(event) => {
            setTyped(event.target.value)
            edit.reset()
          }}
        />
        <Button type="submit" kind="primary" isPending={edit.isPending} disabled={typed === '' && !me[part]}>
          {t('profile.save')}
        </Button>
      </form>
    </Sheet>
  )
}
