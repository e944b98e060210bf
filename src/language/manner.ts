import { type Notebook, claim, complain, evidenceOf, say } from './notebook.ts';
import { pattern } from './pattern.ts';
import type { ReadFallback, ReadPriority } from './reading.ts';
import type { WorkText } from './work-text.ts';

const NOT =
  "(?:not(?: (?:at all|that|so|very|really|particularly|an?))?|isn't(?: an?)?|no(?: need (?:to be|to|for))?|never|non-?|не (?:надо|нужно|требуется|обязательно)|не(?: очень| так| особо| такая| такой)?|нет|ничего|без|不(?:是|太|算|需要|用|必)?|无需|没有?|并不|无)";

/** Words of urgency. The first group that holds wins; a negation before it makes it low. */
const PRIORITIES: readonly (readonly [priority: ReadPriority, sources: readonly string[]])[] = [
  [
    'critical',
    [
      '(?:with )?(?:a )?critical(?:ly)?(?: (?:priority|urgent|important|task|mission))?',
      'life[- ](?:threatening|saving|critical)|life (?:or|and) death|lives? (?:is|are) at (?:stake|risk)',
      '(?:top|highest|maximum|utmost)[- ](?:priority|urgency)|priority(?: is|:|=)? (?:critical|highest|top)',
      'критическ~(?: приоритет~| важн~)?|критичн~|жизненно важн~|вопрос жизни(?: и смерти)?|угроза жизни',
      '(?:наивысш~|максимальн~|высш~) приоритет~|приоритет~(?: -|:)? (?:критическ~|наивысш~|максимальн~|высший)',
      '最高优先级?|优先级?(?:为|是|:)?\\s*(?:最高|危急|关键|极高)|危急|危重|性命攸关|生命攸关|生死攸关|人命关天|十万火急|特急|极其紧急|万分紧急|关键任务',
    ],
  ],
  [
    'low',
    [
      "low(?:est)?[- ]priority|priority(?: is|:|=)? low|(?:there is |there's )?no (?:rush|hurry|urgency)|whenever (?:possible|convenient|you can)|when convenient|non-?urgent(?:ly)?|in no hurry|take your time|not (?:a )?(?:priority|time[- ]critical)",
      '(?:низк~|низш~) приоритет~|приоритет~(?: -|:)? низк~|несрочн~|неспешн~|(?:без|нет) спешки|не спеши~?|не торопи~|не к спеху|когда будет удобно|без срочности',
      '低优先级?|优先级?(?:为|是|:)?\\s*低|不着急|不急|不用急|不必着急|慢慢来|不赶时间',
    ],
  ],
  [
    'high',
    [
      '(?:very |extremely |most )?urgent(?:ly)?|high(?:er)?[- ]priority|priority(?: is|:|=)? high|as a priority|asap|as (?:soon|fast|quickly) as possible|immediately|right (?:away|now)|at once|rush|quickly|without delay|hurry(?: up)?|time[- ]critical|with urgency',
      'срочн~|неотложн~|безотлагательн~|немедленн~|как можно (?:скорее|быстрее)|побыстрее|поскорее|скорее|высок~ приоритет~|приоритет~(?: -|:)? высок~|быстро|живо|без промедления|спешн~',
      '紧急|加急|尽快|尽速|立即|立刻|马上|火速|急需|急送|速送|赶快|赶紧|抓紧|高优先级?|优先级?(?:为|是|:)?\\s*高|优先处理|迅速|急件|急单',
    ],
  ],
  [
    'normal',
    [
      'normal[- ]priority|priority(?: is|:|=)? normal|(?:normal|regular|ordinary|standard) (?:urgency|priority)|routine',
      '(?:обычн~|нормальн~|средн~|стандартн~) приоритет~|приоритет~(?: -|:)? (?:обычн~|нормальн~|средн~)|планов~|в обычном порядке',
      '普通优先级?|优先级?(?:为|是|:)?\\s*(?:普通|正常|一般|中等?)|正常优先级?|常规',
    ],
  ],
];

/** Reads the priority. Said twice with one urgent word stronger than another, the stronger holds; `urgent` with `no rush` is a contradiction. */
export function readPriority(work: WorkText, book: Notebook): WorkText {
  let out = work;
  for (const [priority, sources] of PRIORITIES) {
    const negated = pattern(`${NOT}\\s*(?:a |an )?(?:${sources.join('|')})`);
    if (priority !== 'low' && priority !== 'normal') {
      out = claim(out, negated, (_, at) => {
        say(book, 'priority', priority === 'critical' ? 'normal' : 'low', evidenceOf(book, at, 'negated'));
      });
    }
    out = claim(out, pattern(sources.join('|')), (_, at) => {
      if (priority === 'high' && isEmergencyWord(at.work.text, at.start, at.end)) return null;
      say(book, 'priority', priority, evidenceOf(book, at));
      // 急需 says that something is needed, too.
      return at.work.text.slice(at.start, at.end) === '急需' ? ' 需要 ' : undefined;
    });
  }
  return out;
}

/** 紧急 before a task is the kind of the task (an emergency); elsewhere it is urgency. The intent pass reads the former. */
function isEmergencyWord(text: string, start: number, end: number): boolean {
  return (
    /^紧急$/u.test(text.slice(start, end)) &&
    /^(?:医疗|救援|救护|任务|情况|事件|配送|运送|投送|投递|递送|派送|出动|响应|送)/u.test(text.slice(end))
  );
}

const IF_NOT = [
  "(?:(?:and |but )?(?:if|in case|should)(?: (?:it|that|this|the|task|delivery|flight|mission|route|plan|there))*(?: (?:is|be|are|proves?|turns out))?(?: (?:to be|not|no|un|im))*[ -]?(?:impossible|possible|infeasible|feasible|unsafe|safe|fails?|failed|unreachable|reachable|safe route|route|path|way|available|cannot be done|can't be done|can not be done|doable|blocked|work(?:s)?(?: out)?|done in time|in time|too (?:risky|dangerous|late))|if (?:you|it|we|this|that) (?:can't|cannot|can not|could not|couldn't|is not able|fail(?:s)?|doesn't work|does not work|won't work)(?: (?:do|make|fly|deliver|reach|manage|be)(?: (?:it|that|there|done|safely|in time))*)?|otherwise|or else|failing that|else|as a (?:fallback|backup|last resort)|fallback(?: policy)?(?: is|:|=)?|plan b(?: is|:)?)",
  '(?:(?:а |но |и )?если(?: (?:это|так|не|нет|будет|окажется|маршрут~|полет~|доставить|задач~|никак|что-?то|вариант~|лететь|долететь|успе~|уложи~))*(?: (?:невозможн~|нельзя|получится|получается|выйдет|удастся|удается|возможност~|опасн~|безопасн~|не так|возможно|недоступн~|пути|маршрута|невыполним~|сможешь|можешь|успеть|успеешь|успевает~|успеем|выполним~))?|иначе|в противном случае|в крайнем случае|при невозможности|в случае (?:неудачи|невозможности|отказа)|запасной (?:вариант|план)(?: -|:)?|при неудаче)',
  '(?:(?:如果|若|如|要是|假如|万一)?(?:任务|飞行|路线|航线|确实|实在)?(?:无法|不能|不可行|不行|做不到|不可能|没有可行|没有安全|不安全|失败|走不通|飞不了|送不到|无可行|来不及)(?:完成|执行|飞行|送达|到达|实现|安全|路线|航线|路径|的话|时)*|否则|不然|备选方案(?:为|是|:)?|备用方案(?:为|是|:)?)',
].join('|');

const ASK =
  /\bask\b|confirm|check with|\bhuman\b|operator|dispatcher|consult|call me|tell me|let me know|notify|inform|contact|escalate|спрос|уточн|подтвержд|сообщ|свяжи|оператор|диспетчер|запроси|позвони|предупреди|доложи|询问|问|调度|请示|人工|确认|联系|通知|告诉|汇报|上报|征求/u;
const GROUND =
  /ground|truck|\bcar\b|\bvan\b|by road|road transport|courier|ambulance|vehicle|drive|наземн|машин|автомоб|по земле|курьер|скорой|скорую|грузовик|транспортом|地面|汽车|车辆|卡车|陆运|救护车|人力|改用车|用车/u;
const WAIT =
  /\bwait\b|\bhold\b|delay|postpone|try later|подожд|\bжди|ожида|отлож|повремени|等待|等候|稍后|推迟|延后|再等/u;
const REFUSE =
  /refuse|abort|cancel|reject|do not fly|don't fly|do not go|don't go|call (?:it )?off|drop (?:it|the task)|stand down|do nothing|отмен|откаж|отказ|не лети|прерви|прекрат|ничего не делай|не выполня|拒绝|取消|放弃|不要飞|中止|终止|作废|不飞/u;

const CLAUSE = pattern(
  `(?:${IF_NOT})\\s*[,:-]?\\s*(?:then |то |тогда |就|则|那就|请)?(?<what>[^.;!?\\n]{0,90})`,
);

/** Reads what to do where the task cannot be done. */
export function readFallback(work: WorkText, book: Notebook): WorkText {
  return claim(work, CLAUSE, (match, at) => {
    const what = match.groups!.what!;
    const policy = policyOf(what);
    const evidence = evidenceOf(book, at);
    if (policy !== null) {
      say(book, 'fallback', policy, evidence);
      return;
    }
    complain(
      book,
      'unsupported',
      'fallback',
      evidence.text,
      'What to do where the task is impossible: ask a person, move by ground, wait or refuse.',
    );
  });
}

function policyOf(text: string): ReadFallback | null {
  const ask = ASK.test(text);
  const ground = GROUND.test(text);
  if (ask && ground) return 'ground_transfer_or_human_confirm';
  if (ground) return 'ground_transfer';
  if (ask) return 'human_confirm';
  if (WAIT.test(text)) return 'wait';
  return REFUSE.test(text) ? 'safe_refusal' : null;
}
