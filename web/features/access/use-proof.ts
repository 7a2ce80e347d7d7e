import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { CODE_LENGTH, useCode } from './use-code.ts'

/**
 * What allows a change of one's own password: the one so far, or a code sent to one's own contact. Which of the two
 * stands in the URL; `ProofFields` draws it.
 */
export function useProof(purpose: 'password' | 'pay-password') {
  const [search, setSearch] = useSearchParams()
  const isByCode = search.get('by') === 'code'
  const [password, setPassword] = useState('')
  const [code, setCode] = useState('')
  const codes = useCode(purpose)
  return {
    isByCode,
    password,
    setPassword,
    code,
    setCode,
    codes,
    switchOver: () => setSearch(isByCode ? {} : { by: 'code' }, { replace: true }),
    isReady: isByCode ? code.length === CODE_LENGTH : password !== '',
  }
}
