import type { Translation } from '../areas.ts'
import type { en } from './en.ts'

export const kor: Translation<typeof en> = {
  title: '개인 정보',
  change_picture: '사진 변경',
  copy_uid: 'UID 복사',
  copied: '복사했습니다',
  nickname: '닉네임',
  nickname_note: '문자 또는 숫자 2~10자.',
  signature: '한 줄 소개',
  signature_note: '2~30자. 다른 사람에게 보이는 이름 옆에 표시됩니다.',
  not_set: '설정 안 됨',
  customer_since: '가입일',
  save: '저장',
  security: '보안',
  login_password: '로그인 비밀번호',
  change: '변경',
  add: '추가',
  bind_email: '이메일',
  bind_mobile: '휴대폰 번호',
  bind_note: '해당 연락처로 코드를 보냅니다. 비밀번호로 변경을 확인합니다.',
  contact_saved: '저장되었습니다',
  sessions: '로그인된 기기',
  this_device: '이 기기',
  end_session: '로그아웃',
  end_session_of: '{device} 로그아웃',
  end_all: '다른 기기 모두 로그아웃',
}
