/** A phrase that claims more than the facts carry. */
export type Claim = { readonly text: string; readonly at: number; readonly needs: 'verdict' | 'never' };

/**
 * Words that say a checker let the decision pass: allowed only where one did. Stems in Russian, so that every ending counts.
 */
const VERDICT_CLAIMS: readonly RegExp[] = [
  /\b(?:approved|verified|admitted|admissible|validated|certified|proven safe|passed (?:all|every|the) (?:checks?|rules?|verification))\b/giu,
  /\b(?:all|every) (?:safety )?(?:rules?|specifications?|constraints?|checks?) (?:are|is|were|was|have been|has been|hold|holds|passed|satisfied|met)\b/giu,
  /(?<!\p{L})(?:одобрен|утвержд[её]н|проверен|верифицирован|допущен|подтвержд[её]н)(?:[аоы]|ный|ная|ное|ные)?(?!\p{L})/giu,
  /(?<!\p{L})все (?:правила|проверки|требования|ограничения) (?:выполнены|соблюдены|пройдены)/giu,
  /(?:已|经|得到|通过|获)(?:批准|核准|验证|审核|认证|确认安全|校验)|验证(?:已)?通过|审核通过|(?:所有|全部)(?:规则|检查|约束)(?:均|都)?(?:已)?(?:满足|通过)/gu,
];

/** Words that claim a permission of an authority, or certainty: no tool can give either. */
const NEVER_CLAIMS: readonly RegExp[] = [
  /\b(?:authori[sz]ed|authori[sz]ation (?:was |is |has been )?(?:granted|given|received|obtained)|permission (?:was |is |has been )?(?:granted|given|received|obtained)|clearance (?:was |is |has been )?(?:granted|given|received|obtained)|cleared by|approved by)\b/giu,
  /\b(?:guaranteed|guarantees?|100 ?% safe|completely safe|perfectly safe|no risk|zero risk|risk[- ]free)\b/giu,
  /(?<!\p{L})(?:разрешение (?:получено|выдано|имеется)|разреш[её]н(?:[аоы])?|согласован(?:[аоы])? с|санкционирован(?:[аоы])?)(?!\p{L})/giu,
  /(?<!\p{L})(?:гарантир\p{L}*|абсолютно безопас\p{L}*|полностью безопас\p{L}*|без риска|нулевой риск)(?!\p{L})/giu,
  /(?:已|获得|取得|获)(?:许可|授权|放行)|(?:空管|管制|当局|主管部门)(?:已)?(?:批准|同意|许可)|保证安全|绝对安全|完全安全|零风险|没有风险|无风险/gu,
];

/** Just before a phrase: it is denied, wished for or still to come. */
const DENIED =
  /(?:\b(?:not|never|no|nothing|without|cannot|can't|isn't|wasn't|aren't|hasn't|neither|nor|must be|should be|to be|unless|until|if|before|awaiting|needs?|requires?)(?: \p{L}+){0,2} ?$)|(?:(?<!\p{L})(?:не|нет|без|ни|пока не|должен быть|должна быть|если|требуется|нужно)(?: \p{L}+){0,2} ?$)|(?:(?:未|没有|没|不|尚未|无法|若|如果|需要|需|等待|是否)\p{Script=Han}{0,3}$)/iu;

/** All phrases of a text that claim something and are not denied just before. */
export function claimsIn(text: string): readonly Claim[] {
  const found: Claim[] = [];
  const scan = (patterns: readonly RegExp[], needs: Claim['needs']): void => {
    for (const pattern of patterns) {
      for (const m of text.matchAll(pattern)) {
        if (DENIED.test(text.slice(Math.max(0, m.index - 40), m.index))) continue;
        found.push({ text: m[0], at: m.index, needs });
      }
    }
  };
  scan(NEVER_CLAIMS, 'never');
  scan(VERDICT_CLAIMS, 'verdict');
  return found.sort((a, b) => a.at - b.at || (a.needs < b.needs ? -1 : 1));
}
