import { Eye, EyeOff } from 'lucide-react'
import { useState } from 'react'
import { useTexts } from '#web/texts/texts.ts'
import { Field, type FieldProps } from './field.tsx'
import { IconButton } from './icon-button.tsx'

/** A password with an eye to look at it; pasting is welcome. */
export function PasswordField(props: Omit<FieldProps, 'type' | 'end'>) {
  const { t } = useTexts()
  const [isShown, setShown] = useState(false)
  return (
    <Field
      {...props}
      type={isShown ? 'text' : 'password'}
      autoCapitalize="none"
      spellCheck={false}
      end={
        <IconButton
          icon={isShown ? Eye : EyeOff}
          label={isShown ? t('common.hide') : t('common.show')}
          aria-pressed={isShown}
          className="-mr-2"
          onClick={() => setShown(!isShown)}
        />
      }
    />
  )
}
