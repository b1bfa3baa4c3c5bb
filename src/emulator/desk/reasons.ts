/** Reasons of failed messages and refused verdicts, as the emulator writes them, and their Korean. */
export const reasons = {
  // Senders and phones
  'the sender profile is unknown, blocked or dormant': '발신 프로필이 없거나 차단 또는 휴면 상태입니다',
  'the sender profile has no permission for marketing': '발신 프로필에 광고성 메시지 발송 권한이 없습니다',
  'there is no opt-out number, neither sent nor registered with the sender profile':
    '발송 요청에도 발신 프로필에도 수신 거부 번호가 없습니다',
  'brand messages are sent from 08:00 to 20:50, Korean time':
    '브랜드 메시지는 한국 시각 08:00부터 20:50까지 보낼 수 있습니다',
  'there is no such group tag': '그룹 태그가 없습니다',
  'there is no such phone: it is not one of the `recipients` (notiform.yaml, `--recipient`)':
    '없는 수신 번호입니다. `recipients`(notiform.yaml, `--recipient`)에 없습니다',
  'chosen by a setting': '에뮬레이터 설정으로 지정한 결과입니다',

  // Templates
  'there is no such template': '템플릿이 없습니다',
  'the template is blocked': '차단된 템플릿입니다',
  'the template is {}, which is not sent as {}': '{} 템플릿은 {} 유형으로 보낼 수 없습니다',
  'the template is {}': '템플릿 상태가 {}이므로 보낼 수 없습니다',
  'an image template is sent as ai': '이미지형 템플릿은 ai 유형으로 보내야 합니다',
  'this template is sent as at': '이 템플릿은 at 유형으로 보내야 합니다',
  'the body has more than {} characters': '본문이 {}자를 넘습니다',
  '{} differs from the template': '{}: 템플릿과 다릅니다',
  '{} differs from the template at line {}, column {}': '{}: {}번째 줄 {}번째 글자부터 템플릿과 다릅니다',
  '{} is registered and was not sent': '{}: 템플릿에 있지만 보내지 않았습니다',
  '{} is not registered': '{}: 템플릿에 없습니다',
  '{} holds a variable that was not filled': '{}: 채우지 않은 치환 변수가 있습니다',
  '{} is required and was not sent': '{}: 필요하지만 보내지 않았습니다',
  '{} is a variable of the template and was not sent': '{}: 템플릿의 치환 변수이지만 보내지 않았습니다',
  '{} is not a variable of the template': '{}: 템플릿의 치환 변수가 아닙니다',
  'the number of elements in {} is {}, in the template {}': '{}: 항목을 {}개 보냈지만 템플릿에는 {}개입니다',

  // Images and videos
  '{} is not an image that was uploaded for {}': '{}: {} 용도로 업로드한 이미지가 아닙니다',
  '{} has another ratio than {}': '{}: {} 이미지와 비율이 다릅니다',
  '{} is not a video of this profile': '{}: 이 발신 프로필의 동영상이 아닙니다',
  '{} is a video that is {}': '{}: 동영상 상태가 {}입니다',
  '{} is required for a private video': '{}: 비공개 동영상에 필요합니다',

  // Bubbles
  '{} may have {} elements beside a coupon': '{}: 쿠폰이 있으면 {}개까지 넣을 수 있습니다',
  '{} of an AC button is fixed: {}': '{}: AC 버튼의 이름은 {}(으)로 정해져 있습니다',
  '{} is AC, which must be first for {}': '{}: {} 유형에서 AC 버튼은 맨 앞에 있어야 합니다',
  '{} is AC, which must be last for {}': '{}: {} 유형에서 AC 버튼은 맨 뒤에 있어야 합니다',
  '{} is required, or scheme_android or scheme_ios with {}':
    '{}: 이 값이나 {}(으)로 시작하는 scheme_android 또는 scheme_ios가 필요합니다',
  '{} needs discount_rate or discount_fixed': '{}: discount_rate 또는 discount_fixed가 필요합니다',
  '{} must have 2 elements if there is no head': '{}: head가 없으면 2개가 필요합니다',
  '{} is for {} only': '{}: {} 유형에만 쓸 수 있습니다',
  '{} is not for {}': '{}: {} 유형에는 쓸 수 없습니다',
  '{} is required for {}': '{}: {} 유형에 필요합니다',
  '{} is required': '{}: 필수입니다',
  'itemhighlight.title is too long': 'itemhighlight.title: 너무 깁니다',
  'itemhighlight.description is too long': 'itemhighlight.description: 너무 깁니다',

  // Values
  '{} must be a string': '{}: 문자열이어야 합니다',
  '{} must be an array': '{}: 배열이어야 합니다',
  '{} must be an object': '{}: 객체여야 합니다',
  '{} must be an integer': '{}: 정수여야 합니다',
  '{} must be an integer from {} to {}': '{}: {}부터 {}까지의 정수여야 합니다',
  '{} must be {} to {}': '{}: {}부터 {}까지여야 합니다',
  '{} must not be blank': '{}: 비워 둘 수 없습니다',
  '{} may have {} characters, not {}': '{}: {}자까지 쓸 수 있습니다({}자)',
  '{} may have {} line breaks, not {}': '{}: 줄바꿈은 {}번까지 쓸 수 있습니다({}번)',
  '{} may have {} elements, not {}': '{}: {}개까지 넣을 수 있습니다({}개)',
  '{} must have {} elements': '{}: {}개 이상 필요합니다',
  '{} must be digits and hyphens': '{}: 숫자와 하이픈만 쓸 수 있습니다',
  '{} must begin with a scheme': '{}: 스킴으로 시작해야 합니다',
  '{} must begin with {} or {}': '{}: {} 또는 {}(으)로 시작해야 합니다',
  '{} must be one of the five forms of a coupon title': '{}: 쿠폰 제목의 다섯 가지 형식 중 하나여야 합니다',
  '{} must be the address of a video or of a clip link': '{}: 동영상 또는 클립 링크의 주소여야 합니다',
  '{} must be one of {}': '{}: {} 중 하나여야 합니다',

  // Verdicts
  '{} is not waiting for a verdict: it is {}': '{}: 검수 중이 아닙니다({})',
  '{} has no pending application for brand messages': '{}: 대기 중인 브랜드 메시지 신청이 없습니다',
  'no such template: {}': '템플릿이 없습니다: {}',
  'no such profile: {}': '발신 프로필이 없습니다: {}',
  'comment is required: a rejection says why': '반려하려면 반려 사유가 필요합니다',
} as const;
