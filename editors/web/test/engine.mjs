// bootstrap fake engine
const span=(t,s,n=0)=>{let at=-1;for(let i=0;i<=n;i++)at=t.indexOf(s,at+1);return at<0?{from:0,to:0}:{from:at,to:at+s.length}};
let text='';
const code=[
['LOADK     1 -1','0',3,'steps',0,'live',0],['MOVE      2 0','',3,'last',0,'dead',0],['EQ        1 0 -2','- 1',4,'n ~= 1',0,'live',1],['JMP       0 10','to 15',4,'while',0,'live',1],
['MOVE      2 0','',5,'last = n',0,'dead',2],['BAND      3 0 -2','- 1',6,'n & 1',0,'live',2],['EQ        0 3 -1','- 0',6,'n & 1 == 0',0,'live',2],['JMP       0 2','to 11',6,'if',0,'live',2],
['IDIV      0 0 -3','- 2',7,'n = n // 2',0,'live',3],['JMP       0 2','to 13',7,'else',0,'live',3],['MUL       3 -4 0','3 -',9,'3 * n',0,'live',4],['ADD       0 3 -2','- 1',9,'n = 3 * n + 1',0,'live',4],
['ADD       1 1 -2','- 1',11,'steps = steps + 1',0,'live',5],['JMP       0 -12','to 3',11,'end',1,'live',5],['RETURN    1 2','',13,'return steps',0,'live',6],['RETURN    0 1','',14,'end',2,'unreachable',7]];
const links=[[-1,1],[-1,2],[8,2],[11,2],[-1,4],[8,4],[11,4],[-1,5],[8,5],[11,5],[-1,8],[8,8],[11,8],[-1,10],[8,10],[11,10]].map(([a,b])=>[a,b,'value','R0']).concat([[5,6,'value','R3'],[10,11,'value','R3'],[0,12,'value','R1'],[12,12,'value','R1'],[0,14,'value','R1'],[12,14,'value','R1'],[2,8,'control',''],[6,8,'control',''],[6,11,'control',''],[2,12,'control','']]);
const P='0/0';
const spans=()=>code.map(c=>span(text,c[3],c[4]));
const big=()=>text.startsWith('-- many');
function lines(){return big()?Array.from({length:10000},(_, pc)=>({pc,text:`ADD       0 0 -${pc%9+1}`,comment:'- 1',source:2+pc,spans:[span(text,'x')],status:pc%7?'live':'dead',block:Math.floor(pc/100),note:''})):code.map((c,pc)=>({pc,text:c[0],comment:c[1],source:c[2],spans:[spans()[pc]],status:c[5],block:c[6],note:''}))}
function fn(path){
 if(path==='0')return {path,span:{from:0,to:text.length},passes:[{name:'compiled',about:'As luac 5.3 compiles it.',lines:[{pc:0,text:'CLOSURE   0 0',comment:'0/0',source:14,spans:[],status:'live',block:0,note:''},{pc:1,text:'RETURN    0 2',comment:'',source:15,spans:[],status:'live',block:0,note:''}]}],graph:{width:20,height:8,blocks:[{x:1,y:1,width:18,height:5.2,from:0,to:2,title:'b0',lines:['return collatz'],status:'live',dominator:-1,postDominator:-1,loop:-1,spans:[]}],edges:[]},registers:[{number:0,ranges:[{from:1,to:2,name:'collatz',span:span(text,'collatz')}]}],noGraph:''};
 const all=lines(); const w=26;
 const B=[[0,2,'b0',['local steps, last = 0, n'],12,1,-1,1,-1],[2,4,'b1, begins a loop',['while n ~= 1 do'],12,8,0,6,1],[4,8,'b2',['last = n','if n & 1 == 0 then'],2,15,1,5,1],[8,10,'b3',['n = n // 2'],-8+10,24,2,5,1],[10,12,'b4',['n = 3 * n + 1'],32,24,2,5,1],[12,14,'b5',['steps = steps + 1'],14,31,2,1,1],[14,15,'b6',['return steps'],42,15,1,-1,-1],[15,16,'b7',['end'],74,1,-1,-1,-1]];
 const blocks=B.map(([from,to,title,l,x,y,d,pd,loop],n)=>({x,y,width:w,height:1.8*(l.length+1)+1,from,to,title,lines:l,status:n===7?'unreachable':'live',dominator:d,postDominator:pd,loop,spans:[]}));
 const bot=n=>[blocks[n].x+w/2,blocks[n].y+blocks[n].height],top=n=>[blocks[n].x+w/2,blocks[n].y];
 const E=[[0,1,''],[1,2,'`n ~= 1` is true'],[1,6,'`n ~= 1` is false'],[2,3,'`n & 1 == 0` is true'],[2,4,'`n & 1 == 0` is false'],[3,5,''],[4,5,'']].map(([from,to,i])=>({from,to,if:i,back:false,points:[bot(from),[bot(from)[0],bot(from)[1]+1.5],[top(to)[0],bot(from)[1]+1.5],top(to)]}));
 E.push({from:5,to:1,if:'',back:true,points:[bot(5),[bot(5)[0],37],[70,37],[70,7],[top(1)[0]+4,7],[top(1)[0]+4,8]]});
 const g={width:102,height:39,blocks,edges:E};
 return {path,span:{from:0,to:text.length},passes:[{name:'compiled',about:'As luac 5.3 compiles it.',lines:all},{name:'constants',about:'What is always the same is known.',lines:all.map(l=>l.pc===0?{...l,note:'R1 is 0'}:l)},{name:'marked',about:'What nothing needs is marked.',lines:all},{name:'optimised',about:'What is marked is dropped.',lines:all.filter(l=>l.status==='live')}],graph:g,registers:[{number:0,ranges:[{from:0,to:14,name:'n',span:span(text,'(n)')}]},{number:1,ranges:[{from:1,to:15,name:'steps',span:span(text,'steps')}]},{number:2,ranges:[]},{number:3,ranges:[{from:6,to:7,name:'',span:{from:0,to:0}},{from:11,to:12,name:'',span:{from:0,to:0}}]}],noGraph:''};
}
function link([a,b,kind,name]){return {from:{path:P,pc:a},to:{path:P,pc:b},fromSpan:a<0?span(text,'n)',0):spans()[a],toSpan:spans()[b],kind,name}}
function select({at,path,pc}){
 if(at>=0){const all=spans().map((s,pc)=>({s,pc})).filter(({s})=>s.from<=at&&at<=s.to).sort((x,y)=>(x.s.to-x.s.from)-(y.s.to-y.s.from)); if(!all.length)return {path:P,span:{from:0,to:0},pcs:[],block:-1,hover:'',chain:[],needs:[],needed:[],backward:{spans:[],instructions:[]},forward:{spans:[],instructions:[]},noSlice:''}; pc=all[0].pc;path=P}
 if(path==='0')return {path,span:{from:0,to:0},pcs:[pc],block:0,hover:'',chain:[],needs:[],needed:[],backward:{spans:[],instructions:[]},forward:{spans:[],instructions:[]},noSlice:''};
 const s=big()?span(text,'x'):spans()[pc];
 return {path:P,span:s,pcs:[pc],block:big()?0:code[pc][6],hover:'local variable `n`\n\nits value comes from:\n- line 2: parameter `n`\n- line 7: `n = n // 2`',chain:links.filter(l=>l[2]!=='control'&&(l[0]===pc||l[1]===pc)).map(link),needs:links.filter(l=>l[1]===pc).map(link),needed:links.filter(l=>l[0]===pc).map(link),backward:{spans:[spans()[0],spans()[2]],instructions:[{path:P,pc:0},{path:P,pc:2}]},forward:{spans:[],instructions:[{path:P,pc:14}]},noSlice:''};
}
function overview(){const f=span(text,'last');return {dialect:'5.3',findings:f.to?[{span:f,code:'never-read',severity:'warning',message:'local `last` is never read, only assigned at line 5',faded:false,related:[{span:span(text,'last',1),message:'assigned here'}],fixes:[{title:'remove `last`',proved:true,edits:[{...span(text,', last = 0, n'),new:' = 0'},{...span(text,'    last = n\n'),new:''}]}],page:'# never-read\n\nA variable that is *only* assigned.\n\n```lua\nlocal a\na = 1\n```\n'}]:[],functions:[{path:'0',name:'main',span:{from:0,to:text.length},size:3},{path:P,name:'collatz',span:{from:0,to:text.length},size:16}],omitted:''}}
export function answer(req){const {id,method,params}=JSON.parse(req);try{let result;
 if(method==='open'){text=params.text;result=overview()}
 else if(method==='edit'){for(const e of [...params].reverse())text=text.slice(0,e.from)+e.new+text.slice(e.to);result=overview()}
 else if(method==='function')result=fn(params.path);
 else if(method==='select')result=select(params);
 else result={text:text.replace(', last = 0, n',' = 0').replace('    last = n\n',''),fixes:1,left:0};
 return JSON.stringify({id,result})}catch(e){return JSON.stringify({id,error:String(e.stack)})}}
