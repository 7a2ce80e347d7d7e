import type { Translation } from '../areas.ts'
import type { en } from './en.ts'

export const kor: Translation<typeof en> = {
  nothing_moved: '계정에서 아무것도 나가지 않았습니다.',
  outcome_unknown: '아직 응답이 없습니다',
  outcome_unknown_why: '전달되었는지 아직 알 수 없습니다.',
  not_twice: '다시 시도해도 두 번 처리되지 않습니다.',
  checked: '확인 시각',
}
