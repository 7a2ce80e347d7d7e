import type { Translation } from '../areas.ts'
import type { en } from './en.ts'

export const kor: Translation<typeof en> = {
  title: '지갑',
  no_wallet: '이 브라우저에 지갑이 없습니다',
  no_wallet_why: '지갑 앱의 브라우저에서 Plumb을 열거나 이메일·휴대폰으로 로그인해 주세요.',
}
